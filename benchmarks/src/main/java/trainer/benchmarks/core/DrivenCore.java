package trainer.benchmarks.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.BadRecords;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.core.time.Moment;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.session.Action;
import trainer.master.session.Event;
import trainer.master.session.Session;

/**
 * A real session with one job in a simulated environment: a cluster that grants at once, members
 * that answer every order, and a clock that advances by 10 µs with every event. Only the session's
 * own time is measured.
 */
final class DrivenCore {
  private static final long BETWEEN = 10_000;
  private static final long SECOND = 1_000_000_000;
  private static final long RECORDS = 100;

  /** A share that is ordered and not yet answered. */
  private record Ordered(Incarnation incarnation, ToWorker.Order order) {}

  /** A task held by a worker. */
  private record Held(Incarnation incarnation, long version, long slot) {}

  private final Session session = new Session();
  private final Meter meter = new Meter();
  private final Size size;
  private final Queue<Event> events = new ArrayDeque<>();
  private final Queue<Ordered> orders = new ArrayDeque<>();
  private final Queue<Held> held = new ArrayDeque<>();
  private final Map<Long, String> containers = new HashMap<>();
  private final Map<Long, Long> connections = new HashMap<>();
  private final Map<Long, FromMember.Register> registering = new HashMap<>();
  private final List<Long> workers = new ArrayList<>();
  private final List<Long> pservers = new ArrayList<>();
  private final Map<Long, Integer> sharesDone = new HashMap<>();
  private final String digest;
  private long nanos = SECOND;
  private long beatAt = SECOND;
  private int nextBeat;
  private long lastConnection;
  private long deadline;
  private boolean over;

  DrivenCore(Size size) {
    this.size = size;
    this.digest = size.spec().datasetDigest();
  }

  Meter meter() {
    return meter;
  }

  JobView view() {
    return session.view(Size.JOB).orElseThrow();
  }

  /** Submits the job and cuts its input. */
  DrivenCore cut() {
    handle(new Event.Submitted(size.spec(), "{}"));
    handle(new Event.Leads(new Term(1), "", ""));
    tell(new JobEvent.Indexed(size.index(), "digest", null, BadRecords.NONE));
    return this;
  }

  /** Brings it to RUNNING with all its members; all orders are still unanswered. */
  DrivenCore gather() {
    settle();
    if (view().state() != JobState.RUNNING) {
      throw new IllegalStateException("not running: " + view().state());
    }
    return this;
  }

  /** Trains for a number of versions, within a time limit. */
  DrivenCore train(int versions, long mostNanos) {
    long until = System.nanoTime() + mostNanos;
    for (int version = 0; version < versions && System.nanoTime() < until; version++) {
      trainOne();
    }
    return this;
  }

  private void trainOne() {
    long version = orders.element().order().version().number();
    int shares = orders.element().order().share().shares();
    while (sharesDone.getOrDefault(version, 0) < shares) {
      share();
      beat();
    }
    sharesDone.remove(version);
    long line = 1;
    for (int i = 0; i < pservers.size(); i++) {
      Metrics metrics = i == 0 ? new Metrics(RECORDS, ExactSum.of(7), ExactSum.ZERO) : Metrics.NONE;
      say(
          new Incarnation(pservers.get(i)),
          new FromPserver.Complete(new Line(line), new Version(version), metrics));
    }
    settle();
  }

  /** Finishes a number of tasks, in the order of assignment. */
  DrivenCore tasks(int count) {
    for (int task = 0; task < count; task++) {
      Held next = held.remove();
      Metrics metrics = new Metrics(RECORDS, ExactSum.of(7), ExactSum.ZERO);
      say(
          next.incarnation(),
          new FromWorker.TaskDone(
              new Line(1), new Version(next.version()), new Slot(next.slot()), metrics));
      beat();
    }
    return this;
  }

  private void share() {
    Ordered next = orders.remove();
    ToWorker.Order order = next.order();
    sharesDone.merge(order.version().number(), 1, Integer::sum);
    say(
        next.incarnation(),
        new FromWorker.ShareDone(
            order.line(),
            order.version(),
            order.share().number(),
            RECORDS,
            1_000_000 + next.incarnation().number() % 7 * 100_000));
  }

  /** Sends due heartbeats: one of every member each second, spread evenly. */
  private void beat() {
    long every = SECOND / (workers.size() + pservers.size());
    while (nanos - beatAt >= every) {
      beatAt += every;
      nextBeat = (nextBeat + 1) % (workers.size() + pservers.size());
      long from =
          nextBeat < workers.size()
              ? workers.get(nextBeat)
              : pservers.get(nextBeat - workers.size());
      say(new Incarnation(from), new FromMember.Heartbeat(0, nanos / 1000, 3));
    }
  }

  /** Ends a number of workers, one every second: the stream breaks, then the container ends. */
  DrivenCore lose(int count) {
    for (int i = 0; i < count; i++) {
      kill(workers.get(workers.size() / 2));
      quiet(SECOND);
    }
    return this;
  }

  /** Ends all workers at the same moment; their nodes report it within a second. */
  DrivenCore loseAll() {
    List<Long> lost = List.copyOf(workers);
    orders.clear();
    held.clear();
    workers.clear();
    lost.forEach(this::breakOff);
    quiet(SECOND);
    lost.forEach(this::complete);
    quiet(30 * SECOND);
    return this;
  }

  private void kill(long worker) {
    workers.remove(worker);
    orders.removeIf(ordered -> ordered.incarnation().number() == worker);
    held.removeIf(task -> task.incarnation().number() == worker);
    breakOff(worker);
    complete(worker);
    settle();
  }

  private void breakOff(long worker) {
    tell(new JobEvent.Disconnected(connections.get(worker), new Incarnation(worker)));
  }

  private void complete(long worker) {
    handle(new Event.OfFleet(new FleetEvent.Completed(containers.get(worker), 137, "")));
  }

  /** Lets time pass with heartbeats only. */
  private void quiet(long duration) {
    long until = nanos + duration;
    while (nanos < until) {
      nanos += 10_000_000;
      beat();
      handle(new Event.Tick());
      settle();
    }
  }

  /** Kills the job; all processes leave on request. */
  DrivenCore end() {
    tell(new JobEvent.KillAsked("bench"));
    settle();
    if (!over) {
      throw new IllegalStateException("not over at " + deadline + ": " + view().state());
    }
    return this;
  }

  private void say(Incarnation incarnation, FromMember message) {
    tell(new JobEvent.Received(incarnation, message));
  }

  private void tell(JobEvent event) {
    handle(new Event.OfJob(Size.JOB, event));
  }

  /** Plays the answers of all members until there are none; shares stay unanswered. */
  private void settle() {
    for (Event next = events.poll(); next != null; next = events.poll()) {
      handle(next);
    }
  }

  private void handle(Event event) {
    nanos += BETWEEN;
    Moment now = new Moment(nanos, nanos / 1_000_000);
    meter.measure(() -> decide(event, now), actions -> kind(event, actions)).forEach(this::play);
  }

  /** Handles an event like the master's loop, which reads the next deadline after every event. */
  private List<Action> decide(Event event, Moment now) {
    List<Action> actions = session.handle(event, now);
    deadline = session.nextDeadline();
    return actions;
  }

  private static String kind(Event event, List<Action> actions) {
    String kind;
    if (event instanceof Event.OfJob of && of.event() instanceof JobEvent.Received said) {
      kind = said.messages().get(0).getClass().getSimpleName();
    } else if (event instanceof Event.OfJob of) {
      kind = of.event().getClass().getSimpleName();
    } else if (event instanceof Event.OfFleet of) {
      kind = of.event().getClass().getSimpleName();
    } else {
      kind = event.getClass().getSimpleName();
    }
    boolean orders = false;
    boolean shows = false;
    for (Action action : actions) {
      if (action instanceof Action.OfJob of) {
        orders |=
            of.action() instanceof JobEffect.Send send
                && (send.message() instanceof ToWorker.Order
                    || send.message() instanceof ToWorker.AssignTasks);
        shows |= of.action() instanceof JobEffect.Show;
      }
    }
    return kind + (orders ? " + orders" : "") + (shows ? " + view" : "");
  }

  private void play(Action action) {
    if (action instanceof Action.OfFleet of) {
      play(of.action());
    } else if (action instanceof Action.OfJob of) {
      play(of.action());
    }
  }

  private void play(FleetAction action) {
    if (action instanceof FleetAction.Ask ask) {
      String container = String.format("container_1700000000000_0001_01_%06d", ask.ask());
      events.add(
          new Event.OfFleet(new FleetEvent.Granted(ask.ask(), container, Size.host(ask.ask()))));
    } else if (action instanceof FleetAction.Launch launch) {
      events.add(new Event.OfFleet(new FleetEvent.Launched(launch.containerId())));
      register(launch);
    } else if (action instanceof FleetAction.Release release) {
      events.add(new Event.OfFleet(new FleetEvent.Completed(release.containerId(), -105, "")));
    }
  }

  private void register(FleetAction.Launch launch) {
    long connection = ++lastConnection;
    boolean pserver = launch.role() == Role.PSERVER;
    FromMember.Register message =
        new FromMember.Register(
            new FromMember.Identity(
                launch.role(), launch.index(), launch.containerId(), 100 + connection),
            new FromMember.Address(Size.host(connection), pserver ? 4000 : 0, pserver ? 2 : 0),
            digest,
            Incarnation.NONE);
    registering.put(connection, message);
    events.add(new Event.OfJob(Size.JOB, new JobEvent.Registering(connection, message)));
  }

  private void play(JobEffect action) {
    if (action instanceof JobEffect.Accept accept) {
      FromMember.Register message = registering.remove(accept.connection());
      containers.put(accept.incarnation().number(), message.identity().containerId());
      connections.put(accept.incarnation().number(), accept.connection());
      (message.identity().role() == Role.PSERVER ? pservers : workers)
          .add(accept.incarnation().number());
    } else if (action instanceof JobEffect.Send send) {
      answer(send.incarnation(), send.message());
    } else if (action instanceof JobEffect.Over) {
      over = true;
    }
  }

  private void answer(Incarnation incarnation, ToMember message) {
    if (message instanceof ToWorker.Order order) {
      orders.add(new Ordered(incarnation, order));
    } else if (message instanceof ToWorker.AssignTasks tasks) {
      tasks
          .tasks()
          .forEach(
              t -> held.add(new Held(incarnation, tasks.version().number(), t.slot().number())));
    } else if (message instanceof ToMember.NewLine line
        && pservers.contains(incarnation.number())) {
      answer(incarnation, new FromPserver.LineAccepted(line.line(), line.base(), true));
    } else if (message instanceof ToMember.Probe probe) {
      answer(incarnation, new FromMember.Heartbeat(probe.number(), 0, -1));
    } else if (message instanceof ToMember.Leave) {
      answer(incarnation, new FromMember.Exiting(true));
      String container = containers.get(incarnation.number());
      events.add(new Event.OfFleet(new FleetEvent.Completed(container, 0, "")));
    }
  }

  private void answer(Incarnation incarnation, FromMember message) {
    events.add(new Event.OfJob(Size.JOB, new JobEvent.Received(incarnation, message)));
  }
}
