package trainer.appmaster.serve;

import java.io.IOException;

/** Takes in the jobs that clients give to a session. */
public interface JobIntake {
  /** Whether this master can say yes or no; it cannot before it leads. */
  boolean isOpen();

  /**
   * Reads a job's files and asks the core to accept it, under the number of this question.
   *
   * @param job its id
   * @param digest SHA-256 of the job file that the client wrote
   * @throws IOException if the files cannot be read, or are not the client's
   */
  void take(long question, String job, String digest) throws IOException;
}
