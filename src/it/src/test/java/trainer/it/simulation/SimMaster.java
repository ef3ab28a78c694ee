package trainer.it.simulation;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.Collectors;
import trainer.appmaster.session.Action;
import trainer.appmaster.session.Event;
import trainer.appmaster.session.Session;
import trainer.appmaster.tracker.TrackerAction;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.core.fact.Fact;
import trainer.core.input.BadRecords;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.table.Partitions;
import trainer.testkit.Host;
import trainer.testkit.Violation;
import trainer.testkit.Wire;

/** The master's shell around the real session: mailbox, journal, streams. */
final class SimMaster {
  private static final long TERM = 7;

  private static final class Connection {
    private final JobId job;
    private final Wire<FromMember, ToMember> wire;
    private final long number;
    private long incarnation;

    Connection(long number, JobId job, Wire<FromMember, ToMember> wire) {
      this.number = number;
      this.job = job;
      this.wire = wire;
    }
  }

  private final Simulation world;
  private final Host host;
  private final Session session = new Session();
  private final SimJournal journal = new SimJournal();
  private final Queue<Action> queue = new ArrayDeque<>();
  private final Map<Long, Connection> connections = new HashMap<>();
  private final Map<String, Connection> members = new HashMap<>();
  private final Map<JobId, Map<Role, Integer>> registered = new HashMap<>();
  private final Map<JobId, JobState> over = new HashMap<>();
  private final Map<JobId, String> published = new HashMap<>();
  private boolean waitsForJournal;
  private long lastConnection;
  private long tickAt = Long.MAX_VALUE;

  SimMaster(Simulation world) {
    this.world = world;
    this.host = new Host("master", world.schedule());
  }

  Host host() {
    return host;
  }

  SimJournal journal() {
    return journal;
  }

  Session session() {
    return session;
  }

  Map<JobId, JobState> over() {
    return over;
  }

  int registered(JobId job, Role role) {
    return registered.getOrDefault(job, Map.of()).getOrDefault(role, 0);
  }

  void submit(SimJob job) {
    tell(new Event.Submitted(job.spec(), "{}"));
    tell(new Event.OfTracker(job.id(), new TrackerEvent.Started(TERM)));
  }

  /** Offers an event to the mailbox. */
  void tell(Event event) {
    host.take(() -> handle(event));
  }

  private void tell(JobId job, TrackerEvent event) {
    tell(new Event.OfTracker(job, event));
  }

  private void handle(Event event) {
    queue.addAll(session.handle(event, world.schedule().moment()));
    drain();
    long next = session.nextDeadline();
    if (next != Long.MAX_VALUE && tickAt == Long.MAX_VALUE) {
      tickAt = next;
      host.after(
          next - world.schedule().nanos(),
          () -> {
            tickAt = Long.MAX_VALUE;
            handle(new Event.Tick());
          });
    }
  }

  private void drain() {
    while (!waitsForJournal && !queue.isEmpty()) {
      Action action = queue.poll();
      if (action instanceof Action.Append append) {
        append(append);
      } else if (action instanceof Action.OfFleet ofFleet) {
        ofFleet.action().to(world.cluster());
      } else if (action instanceof Action.OfTracker ofTracker) {
        ofTracker.action().to(new OfJob(ofTracker.job()));
      }
    }
  }

  private void append(Action.Append append) {
    journal.append(append);
    if (append.durability() == Action.Durability.BEHIND) {
      return;
    }
    waitsForJournal = true;
    long millis = 1L + world.schedule().below(4);
    if (world.chaos().strikes(Fault.SLOW_JOURNAL, 5, append.fact().getClass().getSimpleName())) {
      millis = 500L + world.schedule().below(3000);
    }
    host.afterMillis(
        millis,
        () -> {
          journal.flush();
          waitsForJournal = false;
          drain();
        });
  }

  /** A process connects. */
  void accept(JobId job, Wire<FromMember, ToMember> wire) {
    long number = ++lastConnection;
    Connection connection = new Connection(number, job, wire);
    connections.put(number, connection);
    wire.onSecond(message -> heard(number, connection, message), () -> broken(connection));
  }

  private void heard(long number, Connection connection, FromMember message) {
    if (message instanceof FromMember.Register register) {
      tell(connection.job, new TrackerEvent.Registering(number, register));
    } else if (connection.incarnation != 0) {
      tell(connection.job, new TrackerEvent.Said(connection.incarnation, message));
    }
  }

  private void broken(Connection connection) {
    if (connection.incarnation != 0) {
      members.remove(key(connection.job, connection.incarnation), connection);
      tell(
          connection.job, new TrackerEvent.Disconnected(connection.number, connection.incarnation));
    }
  }

  private static String key(JobId job, long incarnation) {
    return job + "/" + incarnation;
  }

  private void breakLater(Connection connection) {
    world.schedule().afterMillis(400, connection.wire::breakOff);
  }

  /** The journal holds whatever is still on its way. */
  void settle() {
    journal.flush();
  }

  private final class OfJob implements TrackerAction.Handler {
    private final JobId job;

    OfJob(JobId job) {
      this.job = job;
    }

    @Override
    public void on(TrackerAction.CutInput action) {
      SimJob of = world.job(job);
      host.afterMillis(
          30,
          () ->
              handle(
                  new Event.OfTracker(
                      job,
                      new TrackerEvent.Indexed(
                          of.index(), "digest", of.validation(), BadRecords.NONE))));
    }

    @Override
    public void on(TrackerAction.Accept action) {
      Connection connection = connections.get(action.connection());
      connection.incarnation = action.incarnation();
      if (connection.wire.isBroken()) {
        tell(job, new TrackerEvent.Disconnected(action.connection(), action.incarnation()));
        return;
      }
      Connection before = members.put(key(job, action.incarnation()), connection);
      if (before != null && before != connection) {
        before.incarnation = 0;
      }
    }

    @Override
    public void on(TrackerAction.Refuse action) {
      Connection connection = connections.get(action.connection());
      connection.wire.sayFromSecond(new ToMember.Refused(action.term(), action.reason()));
      breakLater(connection);
    }

    @Override
    public void on(TrackerAction.Send action) {
      check(action.message());
      Connection connection = members.get(key(job, action.incarnation()));
      if (connection != null) {
        connection.wire.sayFromSecond(action.message());
        if (isRepeatable(action.message())
            && world
                .chaos()
                .strikes(Fault.REPEATED_ORDER, 20, action.message().getClass().getSimpleName())) {
          connection.wire.sayFromSecond(action.message());
        }
      }
    }

    private boolean isRepeatable(ToMember message) {
      return !(message instanceof ToMember.Welcome);
    }

    private void check(ToMember message) {
      if (message instanceof ToMember.NewLine line) {
        journal.require(job, Fact.LineOpened.class, fact -> fact.line() == line.line(), message);
        journal.require(job, Fact.MapDefined.class, fact -> true, message);
      } else if (message instanceof ToMember.Order order) {
        world.oracle(world.job(job)).ordered(order);
        journal.require(
            job, Fact.WindowOpened.class, fact -> fact.upTo() >= order.version(), message);
        journal.require(job, Fact.LineOpened.class, fact -> fact.line() == order.line(), message);
        Violation.unless(
            journal
                .find(job, Fact.PlanSet.class, plan -> plan.stopAt() < order.version())
                .isEmpty(),
            "StopsWhereSaid",
            job + ": ordered after it was told to stop: " + order);
      } else if (message instanceof ToMember.WriteParts || message instanceof ToMember.Evaluate) {
        journal.require(job, Fact.FinalVersion.class, fact -> true, message);
      } else if (message instanceof ToMember.Welcome welcome) {
        registered
            .computeIfAbsent(job, id -> new EnumMap<>(Role.class))
            .merge(roleOf(welcome.incarnation()), 1, Integer::sum);
      }
    }

    private Role roleOf(long incarnation) {
      return session.view(job).orElseThrow().members().stream()
          .filter(member -> member.incarnation() == incarnation)
          .findFirst()
          .orElseThrow()
          .role();
    }

    @Override
    public void on(TrackerAction.Close action) {
      Connection connection = members.remove(key(job, action.incarnation()));
      if (connection != null) {
        breakLater(connection);
      }
    }

    @Override
    public void on(TrackerAction.Want action) {
      throw new Violation("SessionPassesOn", "" + action);
    }

    @Override
    public void on(TrackerAction.GiveBack action) {
      throw new Violation("SessionPassesOn", "" + action);
    }

    @Override
    public void on(TrackerAction.FindModel action) {
      throw new Violation("ExportedOnce", "nothing was published before: " + action);
    }

    @Override
    public void on(TrackerAction.Publish action) {
      journal.require(
          job, Fact.FinalVersion.class, fact -> fact.version() == action.version(), action);
      List<Integer> partitions = action.parts().stream().map(PartFile::partition).sorted().toList();
      Violation.unless(
          partitions.size() == Partitions.COUNT && partitions.stream().distinct().count() == 32,
          "ManifestIsOneVersion",
          job + ": parts of partitions " + partitions);
      String id =
          action.parts().stream()
              .sorted((a, b) -> a.partition() - b.partition())
              .map(part -> part.sha256() + ":" + part.rows())
              .collect(Collectors.joining(","));
      host.afterMillis(
          100,
          () -> {
            Violation.unless(
                published.putIfAbsent(job, id) == null, "ExportedOnce", job + " twice");
            world.oracle(world.job(job)).published(action.version(), action.parts());
            handle(
                new Event.OfTracker(
                    job, new TrackerEvent.Published(id, "hdfs://x/out-" + job.number())));
          });
    }

    @Override
    public void on(TrackerAction.Show action) {
      if (action.view().validation() != null) {
        world
            .oracle(world.job(job))
            .evaluated(action.view().validation(), action.view().stop() == null);
      }
    }

    @Override
    public void on(TrackerAction.Over action) {
      journal.require(job, Fact.Ended.class, fact -> fact.state() == action.state(), action);
      if (action.state() == JobState.EXITED) {
        journal.require(job, Fact.Exported.class, fact -> true, action);
      } else {
        Violation.unless(
            !published.containsKey(job), "NothingBeforeRecord", job + " left a model: " + action);
      }
      over.put(job, action.state());
      world.cluster().assertNothingLeft(job);
    }
  }
}
