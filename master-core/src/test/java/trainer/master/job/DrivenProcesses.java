package trainer.master.job;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.aggregate.Partial;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobEvent;

/** The processes of a {@link DrivenJob}, by the names of their containers. */
final class DrivenProcesses {
  private record Registered(Incarnation incarnation, long connection) {}

  private final Map<String, Registered> processes = new HashMap<>();
  private final Map<Role, Integer> granted = new HashMap<>();
  private final Map<Long, Integer> blocks = new HashMap<>();
  private long connections;

  /** The name of the next container of a role. */
  String nextContainer(Role role) {
    int number = granted.merge(role, 1, Integer::sum) - 1;
    return role.word().charAt(0) + "" + number;
  }

  /** A process registers over a new connection. */
  JobEvent.Registering registering(
      String container, Role role, int index, String digest, Incarnation incarnation) {
    long connection = ++connections;
    return new JobEvent.Registering(
        connection,
        new FromMember.Register(
            new FromMember.Identity(role, index, container, 100 + connection),
            new FromMember.Address("host-" + container, role == Role.PSERVER ? 4000 : 0, 1),
            digest,
            incarnation));
  }

  /** The master accepts a process. */
  void registered(String container, Incarnation incarnation, long connection) {
    processes.put(container, new Registered(incarnation, connection));
  }

  /** Notes the block of a heartbeat. */
  void said(Incarnation incarnation, FromMember message) {
    if (message instanceof FromMember.Heartbeat heartbeat) {
      blocks.put(incarnation.number(), heartbeat.block());
    }
  }

  /** The next heartbeat of a process, at the block of the last one. */
  FromMember.Heartbeat heartbeat(Incarnation incarnation) {
    return new FromMember.Heartbeat(0, 0, blocks.getOrDefault(incarnation.number(), -1));
  }

  /** The stream of a process breaks, if the master has accepted one. */
  Optional<JobEvent> disconnected(String container) {
    return Optional.ofNullable(processes.get(container))
        .map(process -> new JobEvent.Disconnected(process.connection(), process.incarnation()));
  }

  /** The answer of a pserver whose partitions all give the same partials. */
  static FromPserver.Folded folded(
      Incarnation pserver, PartitionMap map, ToPserver.FoldRows order, List<Partial> each) {
    Map<Integer, List<Partial>> partials = new HashMap<>();
    for (int partition = 0; partition < map.partitions(); partition++) {
      if (map.copies().get(partition).stream()
          .anyMatch(at -> map.pservers().get(at).incarnation().equals(pserver))) {
        partials.put(partition, each);
      }
    }
    return new FromPserver.Folded(order.line(), order.version(), order.fold(), partials);
  }

  long incarnationOf(String container) {
    return processes.get(container).incarnation().number();
  }
}
