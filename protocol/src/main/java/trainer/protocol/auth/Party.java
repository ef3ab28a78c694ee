package trainer.protocol.auth;

import trainer.core.id.Incarnation;
import trainer.core.job.Role;

/**
 * One end of a connection.
 *
 * @param role the role of the process; a command's client uses the master's
 * @param index its index in the job
 * @param incarnation the number assigned by the master, or 0 before it is known
 */
public record Party(Role role, int index, Incarnation incarnation) {
  /** The master, in any attempt. */
  public static final Party MASTER = new Party(Role.MASTER, 0, Incarnation.NONE);

  @Override
  public String toString() {
    return role.word()
        + "-"
        + index
        + (incarnation.number() == 0 ? "" : " (incarnation " + incarnation + ")");
  }
}
