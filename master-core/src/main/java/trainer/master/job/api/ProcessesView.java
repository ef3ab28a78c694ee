package trainer.master.job.api;

import java.util.List;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;

/**
 * The processes of a job for users, with their containers and nodes. Times are epoch milliseconds,
 * 0 for an event that has not happened.
 *
 * @param members the present processes, and the last known state of those that have left
 * @param containers all so far
 * @param nodes those on which processes failed or were slow
 */
public record ProcessesView(
    List<Member> members,
    List<Container> containers,
    Pservers pservers,
    Workers workers,
    List<Node> nodes) {
  ProcessesView withoutMembers() {
    return new ProcessesView(List.of(), containers, pservers, workers, nodes);
  }

  /**
   * A process of a role.
   *
   * @param index the position that it holds in its role
   * @param incarnation the number of the process
   * @param address of its server; empty before it has registered
   */
  public record Instance(
      Role role,
      int index,
      Incarnation incarnation,
      String host,
      String address,
      String containerId) {}

  /**
   * The last known state of a process of the job.
   *
   * @param records records that it has computed
   * @param shares shares of mini-batches that it has finished
   * @param why the cause of its death; empty while it lives
   */
  public record Member(
      Instance instance,
      String state,
      long lastMessage,
      long records,
      long shares,
      Load load,
      Delays delays,
      String why) {
    public Role role() {
      return instance.role;
    }

    public int index() {
      return instance.index;
    }
  }

  /**
   * The work of a process, by its newest heartbeat.
   *
   * @param spent where its time has gone
   * @param stored what it holds; nothing for a worker
   */
  public record Load(TimeSpent spent, StoredRows stored) {
    public static final Load NONE = new Load(TimeSpent.NOTHING, StoredRows.NOTHING);
  }

  /**
   * The time that a process costs the job.
   *
   * @param behindMillis how long versions wait for it while others hold them; 0 if negligible
   * @param full the missing room and the advice; empty if it has room
   * @param fullMillis total time for which requests waited for room there
   */
  public record Delays(long behindMillis, String full, long fullMillis) {
    public static final Delays NONE = new Delays(0, "", 0);
  }

  /**
   * A container.
   *
   * @param containerId its id; a worker of a pool adds {@link #SERVICE_MARK} and the name of the
   *     service that it is for this job
   * @param pid of its process; 0 before it has registered
   * @param exit null before it has ended
   */
  public record Container(
      Role role,
      int index,
      String containerId,
      long pid,
      String host,
      Life life,
      Integer exit,
      Logs logs) {
    /** Separates the id of a pool worker's container from the name of a service. */
    public static final char SERVICE_MARK = '+';

    /** The id without the name of a service. */
    public String idWithoutService() {
      int mark = containerId.indexOf(SERVICE_MARK);
      return mark < 0 ? containerId : containerId.substring(0, mark);
    }
  }

  /** The life of a container. */
  public record Life(long requestedAt, long launchedAt, long registeredAt, long releasedAt) {
    public static final Life UNKNOWN = new Life(0, 0, 0, 0);
  }

  /**
   * The logs of a container.
   *
   * @param path of their folder
   * @param state {@code complete}, {@code partial} or {@code none}
   */
  public record Logs(String path, String state) {}

  /**
   * The targets for pservers.
   *
   * @param indices the target indices
   * @param by the user or the reason of the last change; empty without a change
   * @param at the time of the last change
   * @param left replicas that have yet to move to their pserver
   * @param moves the moves completed under the present master, the newest last
   */
  public record Pservers(List<Integer> indices, String by, long at, int left, List<Move> moves) {}

  /**
   * The targets for workers.
   *
   * @param there the number of workers present
   * @param by the user of the last change; empty without a change
   * @param at the time of the last change
   */
  public record Workers(List<Integer> indices, int there, String by, long at) {}

  /**
   * A node on which processes failed or were slow.
   *
   * @param standing {@code parole}, {@code barred} for good, or {@code free} again
   * @param avoided whether it gets no containers now; false while a third of all nodes would be
   *     avoided
   * @param strikes how often it was put on the blacklist so far
   */
  public record Node(
      String host, String standing, boolean avoided, int strikes, String why, long at) {}

  /** A move of replicas of these partitions to a pserver. */
  public record Move(int pserver, List<Integer> partitions, long bytes, long at) {}
}
