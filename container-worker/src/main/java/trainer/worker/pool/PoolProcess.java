package trainer.worker.pool;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.identity.Identity;
import trainer.container.session.MemberSession;
import trainer.container.session.SessionMember;
import trainer.container.start.ContainerProcess;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;

/**
 * The process of a worker of a session's pool. It serves the jobs that the master orders, each by a
 * {@link PoolService}, and reports on them.
 */
public final class PoolProcess implements SessionMember {
  private static final Logger LOG = LoggerFactory.getLogger(PoolProcess.class);
  private static final long PERIOD_MILLIS = 500;

  private final ContainerProcess process;
  private final LibraryClasses libraries = new LibraryClasses();
  private final TurnGate gate;
  private final Map<String, PoolService> services = new LinkedHashMap<>();

  /** The services that have ended: a name is that of one service, which is not begun again. */
  private final Set<String> ended = new HashSet<>();

  /** The ended services that the last order names. */
  private List<String> orderedStill = List.of();

  private MemberSession session;
  private Term term = Term.NONE;
  private String leaving;
  private boolean isLost;
  private boolean isNews;

  /** The worker of this process. */
  public PoolProcess(ContainerProcess process) {
    this.process = process;
    this.gate = new TurnGate(process.settings().get(Keys.WORKER_VCORES), System::nanoTime);
  }

  /** Works until the worker is to leave; returns the exit code. */
  public int work() throws InterruptedException {
    MemberSession opened = process.join(this);
    synchronized (this) {
      session = opened;
      while (leaving == null) {
        report();
        if (!isNews) {
          wait(PERIOD_MILLIS);
        }
      }
      LOG.info("leaving: {}", leaving);
      services.values().forEach(PoolService::end);
      return isLost ? ContainerProcess.ORPHANED : 0;
    }
  }

  private void report() {
    isNews = false;
    List<FromWorker.Service> reports = new ArrayList<>();
    services.entrySet().removeIf(one -> one.getValue().isOver() && ended.add(one.getKey()));
    services.values().forEach(service -> reports.add(service.report()));
    isNews = services.values().stream().anyMatch(PoolService::hasEnded); // told of once, then not
    session.send(new FromWorker.Served(reports, orderedStill));
  }

  private synchronized void onChange() {
    isNews = true;
    notifyAll();
  }

  private synchronized void serve(ToWorker.Serve order) {
    if (order.term().number() < term.number()) {
      return; // a master that another one has superseded
    }
    term = order.term();
    gate.since(order.change());
    Set<String> wanted =
        order.jobs().stream().map(ToWorker.Serving::service).collect(Collectors.toSet());
    services.forEach(
        (name, service) -> {
          if (!wanted.contains(name)) {
            service.end();
          }
        });
    orderedStill = wanted.stream().filter(ended::contains).toList();
    for (ToWorker.Serving one : order.jobs()) {
      PoolService known = services.get(one.service());
      if (known != null) {
        known.turn(one);
      } else if (!ended.contains(one.service())) {
        PoolService added = new PoolService(process, libraries, one, gate, this::onChange);
        services.put(one.service(), added);
        added.start();
      }
    }
    onChange();
  }

  @Override
  public FromMember.Register register(Incarnation incarnation) {
    Identity identity = process.identity();
    return new FromMember.Register(
        identity.ofMember(),
        new FromMember.Address(identity.host()),
        process.spec().datasetDigest(),
        incarnation);
  }

  @Override
  public FromMember.Heartbeat heartbeat(long probe) {
    return new FromMember.Heartbeat(probe, 0, -1);
  }

  @Override
  public void onMessage(ToRole message) {
    if (message instanceof ToWorker.Serve order) {
      serve(order);
    } else if (message instanceof ToMember.Welcome) {
      onChange(); // the master is told at once what is served
    } else if (message instanceof ToMember.Leave leave) {
      leave(leave.reason(), false);
    }
  }

  @Override
  public void onLost(Failure why) {
    leave(why.message(), true);
  }

  private synchronized void leave(String why, boolean lost) {
    leaving = why;
    isLost = lost;
    notifyAll();
  }
}
