package trainer.client.submit;

import trainer.core.job.JobSpec;

/** The claim to an output while an application is started. */
public interface OutputHold {
  /** Of an application without an output of its own. */
  OutputHold NONE =
      new OutputHold() {
        @Override
        public void take(JobSpec spec) {}

        @Override
        public void release(String job) {}
      };

  /** Claims the output for this job. */
  void take(JobSpec spec);

  /** Releases the claim of a job that was not started, or is over. Failure is ignored. */
  void release(String job);
}
