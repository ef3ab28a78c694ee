package trainer.protocol.grpc;

import java.util.function.Consumer;
import trainer.core.job.Role;

/**
 * Carries out the commands of authorized users. Called on the endpoint's executor: an
 * implementation hands over and returns. It calls {@code reply} once, possibly later, from any
 * thread.
 *
 * <p>In all methods {@code user} is the one proved by the connection. A client with the owner's
 * secret gives the name itself.
 */
public interface ControlListener {
  /**
   * Reports the state of the job.
   *
   * @param job a job id, or empty for the application's only job; a session's id for the session
   * @param reply receives null when there is no such job
   */
  void status(String job, Consumer<JobStatus> reply);

  /**
   * Ends the job, or the session with all its jobs.
   *
   * @param user the user of the command
   */
  void kill(String job, String user, String reason, Consumer<Answer> reply);

  /**
   * Ends training after the mini-batches in progress, and exports the model in its state at that
   * time. A session ends once its jobs have ended.
   *
   * @param user the user of the command
   */
  void stop(String job, String user, String reason, Consumer<Answer> reply);

  /**
   * Sets the wanted number of processes of a role.
   *
   * @param user the user of the command
   * @param reply is called once the number is durable
   */
  void scale(String job, String user, Role role, int count, Consumer<Answer> reply);

  /**
   * Carries a job from now on whose file is in its place; for a master of a session. Asking again
   * is harmless.
   *
   * @param digest SHA-256 of the job file
   * @param reply is called once the job is recorded; null while this master cannot say
   */
  void submit(String job, String digest, Consumer<Answer> reply);

  /**
   * The answer to a command that changes the job.
   *
   * @param accepted whether the job is going to execute the command
   * @param message for a person
   */
  record Answer(boolean accepted, String message) {}
}
