package trainer.appmaster.web;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;

/** The stacks of the threads of a job's processes. */
@FunctionalInterface
public interface MemberThreads {
  /**
   * Asks a process.
   *
   * @return the text, which fails if the process does not answer in time; empty if the process is
   *     not connected
   */
  Optional<CompletableFuture<String>> of(JobId job, Incarnation incarnation);
}
