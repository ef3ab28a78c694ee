package trainer.appmaster.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import trainer.appmaster.fleet.FleetAction;
import trainer.appmaster.fleet.FleetEvent;
import trainer.appmaster.tracker.JobView;
import trainer.appmaster.tracker.TrackerAction;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.core.fact.Fact;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.time.Moment;

/**
 * One job of a real session, driven step by step: this is the cluster, the processes and the clock.
 * Every ask is granted and launched as soon as {@link #grant} is called.
 */
final class DrivenJob {
  private static final JobId ID = new JobId("application_1_0001", 1);
  private static final long TERM = 7;

  private final Session session = new Session();
  private final List<Action> done = new ArrayList<>();
  private final Map<Long, FleetAction.Ask> asks = new LinkedHashMap<>();
  private final Map<String, FleetAction.Launch> launched = new LinkedHashMap<>();
  private final Map<String, Long> incarnations = new HashMap<>();
  private final Map<Long, Long> connectionOf = new HashMap<>();
  private final int blocks;
  private final int held;
  private final JobSpec spec;
  private long nanos = 1;
  private long connections;
  private int containers;

  /** A job over blocks of ten records, with {@code held} blocks held out; see the setters. */
  DrivenJob(int blocks, int held, Map<String, String> settings) {
    this.blocks = blocks;
    this.held = held;
    Map<String, String> all = new HashMap<>(settings);
    all.put("trainer.input", "hdfs://x/in");
    all.put("trainer.output", "hdfs://x/out");
    this.spec =
        new JobSpec(
            ID,
            "alice",
            "hdfs://x/jobs/1",
            all,
            new ModelSpec(
                List.of(),
                List.of(Phase.training(Integer.parseInt(all.getOrDefault("trainer.epochs", "1"))))),
            List.of(),
            "0.1.0");
  }

  /** Submits it; the master leads. */
  void submit() {
    take(session.handle(new Event.Submitted(spec, "{}"), now()));
    tell(new TrackerEvent.Started(TERM));
  }

  /** Submits it and brings it to RUNNING, with all its pservers and workers registered. */
  DrivenJob run() {
    submit();
    tell(
        new TrackerEvent.Indexed(
            index(blocks), "digest", held == 0 ? null : index(held), BadRecords.NONE));
    for (String pserver : grant()) {
      register(pserver);
    }
    each(Role.PSERVER, new FromMember.Lined(1, 0, true));
    for (String worker : grant()) {
      register(worker);
    }
    return this;
  }

  /** Every share of every version comes in, up to the last commit. */
  void train() {
    long versions = view().versions();
    for (long version = view().version() + 1; version <= versions; version++) {
      commit(version);
    }
  }

  /** Every pserver has all shares of this version. */
  void commit(long version) {
    each(Role.PSERVER, new FromMember.Complete(1, version, Metrics.NONE));
  }

  /** Every pserver has written its parts of this version. */
  void write(long version) {
    List<PartFile> parts =
        IntStream.range(0, 32).mapToObj(p -> new PartFile(p, "part-" + p, 1, 1, "00")).toList();
    each(Role.PSERVER, new FromMember.PartsWritten(version, parts));
  }

  /** Every process ends by itself. */
  void endProcesses() {
    for (JobView.Container container : view().containers()) {
      fleet(new FleetEvent.Completed(container.containerId(), 0, ""));
    }
    pass(Duration.ofSeconds(1));
  }

  /** Every live process of a role says the same. */
  void each(Role role, FromMember message) {
    for (JobView.Member member : view().members()) {
      if (member.role() == role && !member.state().equals("dead")) {
        say(member.incarnation(), message);
      }
    }
  }

  void say(long incarnation, FromMember message) {
    tell(new TrackerEvent.Said(incarnation, message));
  }

  /** Grants and launches whatever is asked for; returns the containers. */
  List<String> grant() {
    List<String> granted = new ArrayList<>();
    for (Long ask : List.copyOf(asks.keySet())) {
      asks.remove(ask);
      String id = "container_" + ++containers;
      fleet(new FleetEvent.Granted(ask, id, "host"));
      fleet(new FleetEvent.Launched(id));
      granted.add(id);
    }
    return granted;
  }

  /** The process in the container registers; returns its incarnation, 0 when it is refused. */
  long register(String container) {
    FleetAction.Launch launch = launched.get(container);
    long connection = ++connections;
    tell(
        new TrackerEvent.Registering(
            connection,
            new FromMember.Register(
                launch.role(),
                launch.index(),
                container,
                "host",
                launch.role() == Role.PSERVER ? 4000 : 0,
                1,
                100 + connection,
                spec.datasetDigest(),
                0)));
    long incarnation =
        actions(TrackerAction.Accept.class).stream()
            .filter(accept -> accept.connection() == connection)
            .mapToLong(TrackerAction.Accept::incarnation)
            .findFirst()
            .orElse(0);
    incarnations.put(container, incarnation);
    if (incarnation != 0) {
      say(incarnation, new FromMember.Heartbeat(0, 0, -1));
      connectionOf.put(incarnation, connection);
    }
    return incarnation;
  }

  /** The stream of the process breaks. */
  void breaks(String container) {
    long incarnation = incarnations.getOrDefault(container, 0L);
    if (incarnation != 0) {
      tell(new TrackerEvent.Disconnected(connectionOf.get(incarnation), incarnation));
    }
  }

  /** The process dies: its stream breaks at once, and its end is known two seconds later. */
  void dies(String container, int exit) {
    breaks(container);
    pass(Duration.ofSeconds(2));
    fleet(new FleetEvent.Completed(container, exit, ""));
  }

  /** Time passes, heartbeats included. */
  void pass(Duration duration) {
    long until = nanos + duration.toNanos();
    while (nanos < until) {
      nanos += Duration.ofMillis(250).toNanos();
      for (JobView.Member member : view().members()) {
        if (member.state().equals("live")) {
          say(member.incarnation(), new FromMember.Heartbeat(0, 0, -1));
        }
      }
      take(session.handle(new Event.Tick(), now()));
    }
  }

  void tell(TrackerEvent event) {
    take(session.handle(new Event.OfTracker(ID, event), now()));
  }

  void fleet(FleetEvent event) {
    take(session.handle(new Event.OfFleet(event), now()));
  }

  JobView view() {
    return session.view(ID).orElseThrow();
  }

  /** Where the processes of a role run that are live, by their index. */
  List<String> containersOf(Role role) {
    return view().members().stream()
        .filter(member -> member.role() == role && member.state().equals("live"))
        .map(JobView.Member::containerId)
        .toList();
  }

  long incarnationOf(String container) {
    return incarnations.get(container);
  }

  /** What was wanted of the shell so far, of one kind. */
  <A extends TrackerAction> List<A> actions(Class<A> kind) {
    return done.stream()
        .filter(Action.OfTracker.class::isInstance)
        .map(action -> ((Action.OfTracker) action).action())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** What was said to members so far, of one kind. */
  <M extends ToMember> List<M> said(Class<M> kind) {
    return actions(TrackerAction.Send.class).stream()
        .map(TrackerAction.Send::message)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** The facts of one kind so far. */
  <F extends Fact> List<F> facts(Class<F> kind) {
    return done.stream()
        .filter(Action.Append.class::isInstance)
        .map(action -> ((Action.Append) action).fact())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** The last word on one share. */
  Optional<ToMember.Order> order(long version, int share) {
    return said(ToMember.Order.class).stream()
        .filter(order -> order.version() == version && order.share() == share)
        .reduce((first, second) -> second);
  }

  private void take(List<Action> actions) {
    done.addAll(actions);
    for (Action action : actions) {
      if (action instanceof Action.OfFleet of && of.action() instanceof FleetAction.Ask ask) {
        asks.put(ask.ask(), ask);
      } else if (action instanceof Action.OfFleet of
          && of.action() instanceof FleetAction.CancelAsk cancel) {
        asks.remove(cancel.ask());
      } else if (action instanceof Action.OfFleet of
          && of.action() instanceof FleetAction.Launch launch) {
        launched.put(launch.containerId(), launch);
      }
    }
  }

  private Moment now() {
    return new Moment(nanos, nanos / 1_000_000);
  }

  private static BlockIndex index(int count) {
    BlockIndex.Builder builder =
        new BlockIndex.Builder().file(new InputFile("hdfs://x/in/1", 1000, 7));
    for (int block = 0; block < count; block++) {
      builder.block(block * 10L, 10, 10);
    }
    return builder.build();
  }
}
