package trainer.master.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import trainer.core.job.Role;
import trainer.master.job.api.ProcessesView;

/**
 * The processes of a job, with their containers and nodes.
 *
 * @param workers the work of each worker
 * @param members all processes, with the last known state of those that have left
 * @param pservers null in the report of a job of which only the state is known, as is {@code
 *     workersWanted}
 * @param blacklist nodes on which processes failed or were slow
 */
public record ProcessesReport(
    List<Work> workers,
    List<Member> members,
    List<Container> containers,
    Pservers pservers,
    Workers workersWanted,
    List<ProcessesView.Node> blacklist) {
  static ProcessesReport of(ProcessesView view, Function<ProcessesView.Container, String> logs) {
    return new ProcessesReport(
        view.members().stream().filter(one -> one.role() == Role.WORKER).map(Work::of).toList(),
        view.members().stream().map(Member::of).toList(),
        view.containers().stream().map(one -> Container.of(one, logs.apply(one))).toList(),
        Pservers.of(view.pservers()),
        Workers.of(view.workers()),
        view.nodes());
  }

  /** The report of targets and nodes alone. */
  static ProcessesReport withoutLists(ProcessesView view) {
    return new ProcessesReport(
        List.of(),
        List.of(),
        List.of(),
        Pservers.of(view.pservers()),
        Workers.of(view.workers()),
        view.nodes());
  }

  /** The hosts that get no containers now, with the reasons. */
  public Map<String, String> avoidedHosts() {
    Map<String, String> hosts = new LinkedHashMap<>();
    blacklist.stream()
        .filter(ProcessesView.Node::avoided)
        .forEach(node -> hosts.put(node.host(), node.why()));
    return hosts;
  }

  /**
   * The work of a worker.
   *
   * @param records records that it has computed
   * @param shares shares of mini-batches that it has finished
   */
  public record Work(int index, long incarnation, long records, long shares) {
    private static Work of(ProcessesView.Member worker) {
      return new Work(
          worker.index(),
          worker.instance().incarnation().number(),
          worker.records(),
          worker.shares());
    }
  }

  /** A process, and its condition. */
  public record Member(@JsonUnwrapped Instance instance, @JsonUnwrapped Condition condition) {
    static Member of(ProcessesView.Member member) {
      return new Member(Instance.of(member.instance()), Condition.of(member));
    }
  }

  /**
   * A process of a role.
   *
   * @param role {@code pserver} or {@code worker}
   * @param container the id of its container
   */
  public record Instance(
      String role, int index, long incarnation, String host, String address, String container) {
    private static Instance of(ProcessesView.Instance one) {
      return new Instance(
          one.role().word(),
          one.index(),
          one.incarnation().number(),
          one.host(),
          one.address(),
          one.containerId());
    }
  }

  /**
   * The last known condition of a process.
   *
   * @param behindMillis how long versions wait for it while others hold them; 0 if negligible
   * @param full the missing room and the advice; null if it has room
   * @param fullMillis total time for which requests waited for room there
   * @param why the cause of its death; null while it lives
   */
  public record Condition(
      String state,
      long behindMillis,
      String full,
      long fullMillis,
      String why,
      Long lastHeartbeat) {
    private static Condition of(ProcessesView.Member member) {
      return new Condition(
          member.state(),
          member.delays().behindMillis(),
          ReportJson.text(member.delays().full()),
          member.delays().fullMillis(),
          ReportJson.text(member.why()),
          ReportJson.time(member.lastMessage()));
    }
  }

  /** A container, its life and its end. */
  public record Container(
      @JsonUnwrapped Launch launch, @JsonUnwrapped Life life, @JsonUnwrapped End end) {
    static Container of(ProcessesView.Container one, String logState) {
      return new Container(
          new Launch(one.role().word(), one.index(), one.containerId(), one.pid(), one.host()),
          Life.of(one.life()),
          new End(one.exit(), one.logs().path(), logState));
    }
  }

  /**
   * The process in a container.
   *
   * @param pid 0 before it has registered
   */
  public record Launch(String role, int index, String containerId, long pid, String host) {}

  /** The life of a container. */
  public record Life(Long requestedAt, Long launchedAt, Long registeredAt, Long releasedAt) {
    private static Life of(ProcessesView.Life one) {
      return new Life(
          ReportJson.time(one.requestedAt()),
          ReportJson.time(one.launchedAt()),
          ReportJson.time(one.registeredAt()),
          ReportJson.time(one.releasedAt()));
    }
  }

  /**
   * The end of a container.
   *
   * @param exitStatus null before it
   * @param logPath the folder of its logs
   * @param logState {@code complete}, {@code partial} or {@code none}
   */
  public record End(Integer exitStatus, String logPath, String logState) {}

  /**
   * The targets for pservers.
   *
   * @param wanted their number
   * @param by the user or the reason of the last change; empty without a change
   * @param at the time of the last change
   * @param copiesToCome replicas that have yet to move to their pserver
   * @param moves the moves completed under the present master, the newest last
   */
  public record Pservers(
      int wanted,
      List<Integer> indices,
      String by,
      Long at,
      int copiesToCome,
      List<ProcessesView.Move> moves) {
    private static Pservers of(ProcessesView.Pservers targets) {
      return new Pservers(
          targets.indices().size(),
          targets.indices(),
          targets.by(),
          ReportJson.time(targets.at()),
          targets.left(),
          targets.moves());
    }
  }

  /**
   * The targets for workers.
   *
   * @param wanted their number
   * @param there the number of workers present
   * @param by the user of the last change; empty without a change
   * @param at the time of the last change
   */
  public record Workers(int wanted, List<Integer> indices, int there, String by, Long at) {
    private static Workers of(ProcessesView.Workers targets) {
      return new Workers(
          targets.indices().size(),
          targets.indices(),
          targets.there(),
          targets.by(),
          ReportJson.time(targets.at()));
    }
  }
}
