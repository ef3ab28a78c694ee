package trainer.container.session;

import java.time.Duration;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;

/**
 * The parameters of a session.
 *
 * @param master the address of the master that started this process
 * @param addresses the file with the present leader's address; null if there can be no successor
 */
public record SessionTerms(
    HostPort master, AddressFile addresses, Credentials credentials, Times times) {
  /** The identity of a process in its job, and the secret that proves it. */
  public record Credentials(JobId job, Role role, int index, Secret secret) {
    /** The introduction to the master. */
    Hello hello(Incarnation incarnation) {
      return Hello.member(job, new Party(role, index, incarnation), Party.MASTER, 0);
    }
  }

  /**
   * The times of a session.
   *
   * @param heartbeat between heartbeats
   * @param silence after which to search for another leader
   * @param patience the time limit of the search for a master
   */
  public record Times(Duration heartbeat, Duration silence, Duration patience) {}
}
