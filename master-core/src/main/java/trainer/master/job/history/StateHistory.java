package trainer.master.job.history;

import java.util.ArrayList;
import java.util.List;
import trainer.core.fact.EndingFact;
import trainer.core.fact.JobFact;
import trainer.core.failure.Failure;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;

/** The states of a job, and its end: a fold over facts. */
final class StateHistory {
  private final List<JobView.Entered> entered = new ArrayList<>();
  private JobState state = JobState.NEW;
  private Failure failure;
  private EndingFact.EndDecided decided;
  private boolean ended;

  void on(JobFact.StateEntered fact) {
    state = fact.state();
    entered.add(new JobView.Entered(fact.state(), fact.at()));
    if (fact.failure() != null) {
      failure = fact.failure();
    }
  }

  void on(EndingFact.EndDecided fact) {
    decided = fact;
  }

  /** The wind-down is over; the newest state is the end state. */
  void on(EndingFact.Ended fact) {
    ended = true;
  }

  JobState state() {
    return state;
  }

  List<JobView.Entered> entered() {
    return List.copyOf(entered);
  }

  /** The cause of the end, once it is decided; else null. */
  Failure failure() {
    return failure == null && decided != null ? decided.failure() : failure;
  }

  /** The decided end of the job, or null. */
  EndingFact.EndDecided decided() {
    return decided;
  }

  /** Whether the wind-down is over. */
  boolean isEnded() {
    return ended;
  }
}
