package trainer.protocol.auth;

import trainer.core.job.Role;

/**
 * One end of a connection.
 *
 * @param role what the process is there for; a command's client speaks as the master's
 * @param index its index in the job
 * @param incarnation its number as it was given by the master, or 0 where it is not known yet
 */
public record Party(Role role, int index, long incarnation) {
  /** The master, whatever its attempt. */
  public static final Party MASTER = new Party(Role.MASTER, 0, 0);

  @Override
  public String toString() {
    return role.word()
        + "-"
        + index
        + (incarnation == 0 ? "" : " (incarnation " + incarnation + ")");
  }
}
