package trainer.core.failure;

/** The party that can mend a failure. */
public enum Blame {
  /** Input, configuration or the user's code. */
  USER,
  /** Hadoop, a node, a quota, a queue. */
  CLUSTER,
  /** A connection. */
  NETWORK,
  /** Trainer itself. */
  BUG
}
