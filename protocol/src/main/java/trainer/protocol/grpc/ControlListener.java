package trainer.protocol.grpc;

import java.util.function.Consumer;
import trainer.core.job.Role;

/**
 * Carries out the commands of users who may give them. Called on the endpoint's executor: hand over
 * and return; {@code reply} may be called later, once, from any thread.
 */
public interface ControlListener {
  /**
   * What is the job doing?
   *
   * @param job a job id, or empty for the application's only job
   * @param reply is given null when there is no such job
   */
  void status(String job, Consumer<JobStatus> reply);

  /**
   * End the job.
   *
   * @param user who asks, as was proved, or by the owner's client said
   */
  void kill(String job, String user, String reason, Consumer<Answer> reply);

  /**
   * End training after the mini-batches in hand, and export the model as it then is.
   *
   * @param user who asks, as was proved, or by the owner's client said
   */
  void stop(String job, String user, String reason, Consumer<Answer> reply);

  /**
   * From here on so many processes of a role are wanted.
   *
   * @param user who asks, as was proved, or by the owner's client said
   * @param reply is called once what is wanted is safe
   */
  void scale(String job, String user, Role role, int count, Consumer<Answer> reply);

  /**
   * The answer to a command that changes the job.
   *
   * @param accepted whether the job is going to do what it was asked to
   * @param message for a person
   */
  record Answer(boolean accepted, String message) {}
}
