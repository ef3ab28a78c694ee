package trainer.core.input;

/** The records of an input file that are read. {@link RecordSampler} has the rule. */
public enum Split {
  /** All of them. */
  ALL,
  /** Those that a model is trained on. */
  TRAINED,
  /** Those that {@code trainer.validation.percent} holds out. */
  HELD_OUT
}
