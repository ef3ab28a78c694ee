package trainer.appmaster.tracker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import trainer.core.fact.Fact;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.time.Moment;

/** Drives one tracker by hand: tells it events at a time of its own, and keeps what it says. */
final class Driver implements Outbox {
  static final long TERM = 3;

  private final JobSpec spec;
  private final Tracker tracker;
  private final List<Fact> facts = new ArrayList<>();
  private final List<TrackerAction> actions = new ArrayList<>();
  private final List<Object> inOrder = new ArrayList<>();
  private final Map<String, Long> incarnations = new LinkedHashMap<>();
  private long nanos = 1_000_000_000;
  private long connections;

  Driver(Map<String, String> settings) {
    this(settings, onePhase(settings));
  }

  private static ModelSpec onePhase(Map<String, String> settings) {
    int epochs = Integer.parseInt(settings.getOrDefault("trainer.epochs", "1"));
    return new ModelSpec(List.of(), List.of(Phase.training(epochs)));
  }

  Driver(Map<String, String> settings, ModelSpec model) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.putIfAbsent("trainer.input", "hdfs://x/in");
    all.putIfAbsent("trainer.output", "hdfs://x/out");
    all.putIfAbsent("trainer.minibatch.blocks", "4");
    this.spec =
        new JobSpec(
            new JobId("application_1_0001", 1), "alice", "hdfs://x/j", all, model, List.of(), "1");
    this.tracker = new Tracker(spec, "{}");
  }

  @Override
  public void before(Fact fact) {
    facts.add(fact);
    inOrder.add(fact);
  }

  @Override
  public void behind(Fact fact) {
    facts.add(fact);
    inOrder.add(fact);
  }

  @Override
  public void act(TrackerAction action) {
    actions.add(action);
    inOrder.add(action);
  }

  Driver tell(TrackerEvent event) {
    tracker.handle(event, new Moment(nanos, nanos / 1_000_000), this);
    return this;
  }

  Driver say(String member, FromMember message) {
    return tell(new TrackerEvent.Said(incarnation(member), message));
  }

  /** Lets time pass as the shell would: with ticks. */
  Driver passMillis(long millis) {
    for (long left = millis; left > 0; left -= 100) {
      jumpMillis(Math.min(100, left));
      tell(new TrackerEvent.Tick());
    }
    return this;
  }

  /** Lets time pass without the core having run. */
  Driver jumpMillis(long millis) {
    nanos += millis * 1_000_000;
    return this;
  }

  /** Every member but those named says a heartbeat each second while time passes. */
  Driver passMillisWithHeartbeats(long millis, String... silent) {
    for (long left = millis; left > 0; left -= 1000) {
      passMillis(Math.min(1000, left));
      for (String member : List.copyOf(incarnations.keySet())) {
        if (!List.of(silent).contains(member)) {
          say(member, new FromMember.Heartbeat(0, 0, -1));
        }
      }
    }
    return this;
  }

  Driver container(Role role, int index, String id) {
    return tell(new TrackerEvent.ContainerSeen(role, index, id, "host-" + id, 1, 2));
  }

  /** A process in {@code container} registers under {@code name}. */
  Driver register(String name, Role role, int index, String container) {
    tell(
        new TrackerEvent.Registering(
            ++connections, registering(role, index, container, spec.datasetDigest(), 0)));
    last(TrackerAction.Accept.class)
        .filter(accept -> accept.connection() == connections)
        .ifPresent(accept -> incarnations.put(name, accept.incarnation()));
    return this;
  }

  Driver registerAgain(String name, Role role, int index, String container) {
    return tell(
        new TrackerEvent.Registering(
            ++connections,
            registering(role, index, container, spec.datasetDigest(), incarnation(name))));
  }

  Driver registerWithDigest(Role role, int index, String container, String digest) {
    return tell(
        new TrackerEvent.Registering(
            ++connections, registering(role, index, container, digest, 0)));
  }

  private static FromMember.Register registering(
      Role role, int index, String container, String digest, long incarnation) {
    int port = role == Role.PSERVER ? 4000 : 0;
    return new FromMember.Register(
        role, index, container, "host-" + container, port, 1, 99, digest, incarnation);
  }

  /** The stream that {@code member} registered over last breaks. */
  Driver breakStream(String member) {
    return tell(new TrackerEvent.Disconnected(connections, incarnation(member)));
  }

  /** A job of {@code blocks} blocks up to the moment its pservers follow the first line. */
  Driver startWithPservers(int blocks, int pservers, int held) {
    tell(new TrackerEvent.Started(TERM));
    tell(
        new TrackerEvent.Indexed(
            index(blocks), "digest", held == 0 ? null : index(held), BadRecords.NONE));
    for (int i = 0; i < pservers; i++) {
      container(Role.PSERVER, i, "p" + i);
    }
    tell(new TrackerEvent.Standing(Role.PSERVER, pservers, pservers, pservers, "queue: roomy"));
    for (int i = 0; i < pservers; i++) {
      register("p" + i, Role.PSERVER, i, "p" + i);
    }
    for (int i = 0; i < pservers; i++) {
      say("p" + i, new FromMember.Lined(1, 0, true));
    }
    return this;
  }

  Driver startWorker(int index) {
    return container(Role.WORKER, index, "w" + index)
        .register("w" + index, Role.WORKER, index, "w" + index);
  }

  /** Every pserver says that it has all shares of a version. */
  Driver complete(int pservers, long line, long version) {
    for (int i = 0; i < pservers; i++) {
      say(
          "p" + i,
          new FromMember.Complete(
              line,
              version,
              i == 0 ? new Metrics(40, ExactSum.of(7), ExactSum.ZERO) : Metrics.NONE));
    }
    return this;
  }

  Driver writeParts(int pservers, long version) {
    for (int i = 0; i < pservers; i++) {
      say("p" + i, new FromMember.PartsWritten(version, List.of(new PartFile(i, "p", 1, 1, "f"))));
    }
    return this;
  }

  static BlockIndex index(int blocks) {
    BlockIndex.Builder builder = new BlockIndex.Builder();
    builder.file(new InputFile("hdfs://x/in/a", 1000, 1));
    for (int block = 0; block < blocks; block++) {
      builder.block(block * 10L, 10, 10);
    }
    return builder.build();
  }

  long incarnation(String member) {
    return incarnations.get(member);
  }

  JobView view() {
    return tracker.view();
  }

  JobSpec spec() {
    return spec;
  }

  List<Fact> facts() {
    return facts;
  }

  List<TrackerAction> actions() {
    return actions;
  }

  List<Object> inOrder() {
    return inOrder;
  }

  /** Forgets what was said so far. */
  Driver clear() {
    actions.clear();
    inOrder.clear();
    return this;
  }

  <A extends TrackerAction> List<A> all(Class<A> kind) {
    return actions.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  <A extends TrackerAction> Optional<A> last(Class<A> kind) {
    List<A> all = all(kind);
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  /** What was said to a member. */
  <M extends ToMember> List<M> said(String member, Class<M> kind) {
    return all(TrackerAction.Send.class).stream()
        .filter(send -> send.incarnation() == incarnation(member))
        .map(TrackerAction.Send::message)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** The blocks a member was ordered to compute of a version. */
  List<Integer> blocksOf(String member, long version) {
    return said(member, ToMember.Order.class).stream()
        .filter(order -> order.version() == version)
        .flatMap(order -> order.blocks().stream().map(FileBlocks::blocks))
        .flatMap(List::stream)
        .map(block -> block.number())
        .toList();
  }

  int position(Predicate<Object> what) {
    for (int i = 0; i < inOrder.size(); i++) {
      if (what.test(inOrder.get(i))) {
        return i;
      }
    }
    throw new AssertionError("nothing like that was said: " + inOrder);
  }
}
