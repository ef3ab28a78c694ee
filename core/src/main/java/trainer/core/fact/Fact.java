package trainer.core.fact;

/**
 * A fact of the journal. Replaying the facts in order through the core restores the state that
 * {@code status} shows. Times are epoch milliseconds, taken by the shell, for display only: no
 * decision rests on them.
 */
public sealed interface Fact
    permits JobFact,
        TargetFact,
        TrainingFact,
        CheckpointFact,
        ResultFact,
        EndingFact,
        FleetFact,
        SessionFact {
  /** Dispatches on the kind of fact; a new kind breaks the build wherever it is not handled. */
  interface Handler
      extends JobFact.Handler,
          TargetFact.Handler,
          TrainingFact.Handler,
          CheckpointFact.Handler,
          ResultFact.Handler,
          EndingFact.Handler,
          FleetFact.Handler,
          SessionFact.Handler {}

  /** Calls the handler's method for this kind. */
  void to(Handler handler);
}
