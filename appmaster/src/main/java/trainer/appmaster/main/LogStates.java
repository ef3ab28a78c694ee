package trainer.appmaster.main;

import trainer.appmaster.tracker.JobView;

/** Whether a container's logs are complete in the job's folder. */
final class LogStates {
  private LogStates() {}

  static String of(JobView.Container container) {
    return container.logState();
  }
}
