package trainer.pserver.server;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failpoint;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.pserver.lane.Lane;
import trainer.pserver.lane.LaneAnswers;
import trainer.pserver.snapshot.SnapshotWriter;

/**
 * The commands that change the term, the line and the partitions of this pserver: seals, lines, and
 * builds of replicas. A line may void all rows here; the lanes then start anew.
 *
 * <p>Commands arrive on one thread, in the order of the stream. Answers leave on any thread.
 */
final class LineCommands {
  private static final Logger LOG = LoggerFactory.getLogger(LineCommands.class);

  private final List<Lane> lanes;
  private final LaneStartup startup;
  private final SnapshotWriter snapshots;
  private final Function<ToPserver.Build, ReplicaLearner> learners;
  private final LongSupplier incarnation;
  private final Consumer<FromMember> send;
  private Term term = Term.NONE;
  private Line line = Line.NONE;
  private ReplicaLearner learner;

  /**
   * @param learners makes the learner of a build, not started yet
   * @param incarnation the incarnation of this process, by which maps name it
   * @param send takes messages to the master, on any thread
   */
  LineCommands(
      List<Lane> lanes,
      LaneStartup startup,
      SnapshotWriter snapshots,
      Function<ToPserver.Build, ReplicaLearner> learners,
      LongSupplier incarnation,
      Consumer<FromMember> send) {
    this.lanes = lanes;
    this.startup = startup;
    this.snapshots = snapshots;
    this.learners = learners;
    this.incarnation = incarnation;
    this.send = send;
  }

  /** Takes a term, and answers with the state of all lanes. */
  void seal(ToPserver.Seal message) {
    if (startup.holdsNothing()) {
      term = new Term(Math.max(term.number(), message.term().number()));
      send.accept(new FromPserver.Sealed(term, Line.NONE, Version.INITIAL, false));
      return;
    }
    LaneAnswers<FromPserver.Sealed> answers = new LaneAnswers<>(lanes.size(), this::sendSealed);
    for (Lane lane : lanes) {
      lane.order(
          replicas -> {
            FromPserver.Sealed answer = replicas.seal(message.term(), message.since());
            Failpoint.hit("pserver.afterSeal");
            answers.add(answer);
            replicas.repeatComplete();
          });
    }
  }

  /** Takes a line in all lanes, which start anew if they have not begun or the job went back. */
  void newLine(ToMember.NewLine message) {
    if (startup.holdsNothing() && message.term().number() < term.number()) {
      LOG.warn("line {} of term {} comes after term {}", message.line(), message.term(), term);
      return;
    }
    stopLearning();
    boolean isBack = line.number() < message.lastBack().number();
    line = new Line(Math.max(line.number(), message.line().number()));
    LaneAssignment assignment = assignment(message.map());
    if (isBack || !startup.hasBegun()) {
      snapshots.drop();
      startup.begin(message, assignment::heldBy);
    }
    LaneAnswers<FromPserver.LineAccepted> answers =
        new LaneAnswers<>(lanes.size(), this::sendLined);
    for (Lane lane : lanes) {
      lane.order(
          replicas -> {
            FromPserver.LineAccepted lined =
                replicas.newLine(message, assignment.heldBy(lane.number()));
            Failpoint.hit("pserver.afterNewLine");
            if (lined != null) {
              answers.add(lined);
            }
          });
    }
  }

  /** Begins to build replicas from those of other pservers. */
  void build(ToPserver.Build message) {
    if (message.term().number() < term.number()) {
      return;
    }
    stopLearning();
    term = message.term();
    LaneAssignment assignment = assignment(message.map());
    if (!assignment.isOnMap()) { // it was off the map and returns: its rows are void
      snapshots.drop();
      startup.begin(lane -> new int[0]);
    }
    for (Lane lane : lanes) {
      int[] held = assignment.heldBy(lane.number());
      int[] built = assignment.ownedBy(lane.number(), message.partitions());
      lane.order(replicas -> replicas.learners().begin(message.term(), held, built));
    }
    learner = learners.apply(message);
    learner.start();
  }

  /** Closes a build: the sources commit nothing after this version until it is done. */
  void closeBuild(ToPserver.CloseBuild message) {
    if (learner != null && learner.number() == message.number()) {
      line =
          new Line(
              Math.max(
                  line.number(), message.line().number())); // the learned rows are of that line
      learner.close(message);
    }
  }

  private void stopLearning() {
    if (learner != null) {
      learner.cancel();
      learner = null;
    }
  }

  private LaneAssignment assignment(PartitionMap map) {
    return new LaneAssignment(map, new Incarnation(incarnation.getAsLong()), lanes.size());
  }

  private void sendSealed(List<FromPserver.Sealed> ofLanes) {
    FromPserver.Sealed first = ofLanes.get(0);
    long committed =
        ofLanes.stream().mapToLong(one -> one.committed().number()).min().orElseThrow();
    boolean complete =
        ofLanes.stream()
            .allMatch(answer -> answer.complete() || answer.committed().number() > committed);
    FromPserver.Sealed withMetrics =
        ofLanes.stream().filter(answer -> !answer.metrics().isEmpty()).findFirst().orElse(first);
    send.accept(
        new FromPserver.Sealed(
            first.term(),
            first.line(),
            new Version(committed),
            complete,
            withMetrics.metricsFrom(),
            withMetrics.metrics()));
  }

  private void sendLined(List<FromPserver.LineAccepted> ofLanes) {
    long committed =
        ofLanes.stream().mapToLong(one -> one.committed().number()).min().orElseThrow();
    boolean following = ofLanes.stream().allMatch(FromPserver.LineAccepted::following);
    send.accept(
        new FromPserver.LineAccepted(ofLanes.get(0).line(), new Version(committed), following));
  }
}
