package trainer.client.cli.job;

import java.util.function.Supplier;
import trainer.client.run.JobHandle;
import trainer.client.watch.Json;
import trainer.client.watch.Observation;
import trainer.protocol.grpc.ControlListener;

/**
 * The answer to a command that changes a running job.
 *
 * @param accepted whether the master carries the command out
 * @param ended whether the job had ended before the command
 */
public record CommandAnswer(String jobId, boolean accepted, boolean ended, String message) {
  /** Sends a command, unless the job has ended. */
  public static CommandAnswer of(JobHandle job, Supplier<ControlListener.Answer> command) {
    Observation seen = job.observe();
    if (seen.ended()) {
      return new CommandAnswer(
          job.jobId(), false, true, job.jobId() + " has ended: " + seen.phase());
    }
    ControlListener.Answer answer = command.get();
    return new CommandAnswer(job.jobId(), answer.accepted(), false, answer.message());
  }

  /** Prints the message, or one JSON document with it. */
  public void print(boolean json) {
    System.out.println(
        json
            ? Json.print(
                Json.object().put("jobId", jobId).put("asked", accepted).put("message", message))
            : message);
  }
}
