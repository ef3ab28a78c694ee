package trainer.master.job.partitions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.TargetFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.message.FromPserver;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.ProcessesView;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.kernel.RecoveryTimes;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * The rebuild of missing replicas while training continues. It compares the map with the target,
 * and lets one pserver at a time learn its missing partitions from holders of these. Lost replicas
 * come first. A replica that moves stays in the map at its old pserver until the new pserver holds
 * it.
 *
 * <pre>
 * Build → copies, NEAR → nothing is committed, CloseBuild → copies the rest, DONE → admitted
 * </pre>
 *
 * <p>An admitted replica holds exactly the committed version. The map that names it is written
 * together with a line that begins at that version. So it receives all shares of the line, from the
 * first one on. A failure costs only the attempt.
 */
public final class ReplicaRebuild {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaRebuild.class);
  private static final long PAUSE = Duration.ofMillis(500).toNanos();
  private static final int COUNTER_BITS = 20;
  private static final int MOST_DOUBLINGS = 6;
  private static final int MOST_SHOWN = 100;

  /** One attempt of one pserver to learn some partitions. */
  private static final class Attempt {
    private final long number;
    private final Line line;
    private final PartitionMap map;
    private final Incarnation learner;
    private final List<Integer> partitions;
    private long heldSince = Member.NEVER;
    private long closedAt = -1;

    Attempt(
        long number, Line line, PartitionMap map, Incarnation learner, List<Integer> partitions) {
      this.number = number;
      this.line = line;
      this.map = map;
      this.learner = learner;
      this.partitions = partitions;
    }

    /** Whether commits are held back until the attempt is over. */
    private boolean isHeld() {
      return heldSince != Member.NEVER;
    }
  }

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final LineManager lines;
  private final PserverPlacement places;
  private final RecoveryTimes survivals;
  private final RebuildPacing pauses;
  private final List<ProcessesView.Move> moved = new ArrayList<>();
  private PartitionMoves moves;
  private List<Member> movesOf = List.of();
  private int left;
  private Attempt current;
  private long last;
  private int failures;
  private long notBefore = Member.NEVER;

  public ReplicaRebuild(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      LineManager lines,
      PserverPlacement places,
      RecoveryTimes survivals) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.lines = lines;
    this.places = places;
    this.survivals = survivals;
    this.pauses = new RebuildPacing(context);
  }

  /** Begins the next attempt if possible, and advances the current one. */
  public void reconcile(CommitControl training) {
    pauses.onCommitted(training.progress());
    if (current != null && !isPossible(training)) {
      giveUp("the learner is gone, or map or line are others", 0, training);
    }
    if (current != null
        && current.isHeld()
        && heldFor() >= context.plan().containers().heartbeatTimeout().toNanos()) {
      giveUp("nothing was committed for too long", pause(), training);
    }
    boolean quiet =
        lifecycle.isDecided()
            || context.history().state() != JobState.RUNNING
            || training.isFinished()
            || !lines.isReady();
    if (current == null && !quiet && context.nanos() >= notBefore) {
      begin(training);
    }
    if (current != null && current.isHeld() && current.closedAt != training.progress()) {
      current.closedAt = training.progress();
      context.send(
          current.learner,
          new ToPserver.CloseBuild(
              context.term(), current.number, current.line, new Version(current.closedAt)));
    }
  }

  private long heldFor() {
    return context.nanos() - current.heldSince;
  }

  private void giveUp(String why, long pause, CommitControl training) {
    LOG.info("{}: build {} is given up: {}", context.spec().id(), current.number, why);
    current = null;
    notBefore = context.nanos() + pause;
    training.resumeCommits();
  }

  /** The pause after a failed attempt: it doubles with each failure. */
  private long pause() {
    return PAUSE << Math.min(failures++, MOST_DOUBLINGS);
  }

  private boolean isPossible(CommitControl training) {
    return members.isWell(current.learner)
        && places.holders().stream().anyMatch(one -> one.incarnation().equals(current.learner))
        && lines.isReady()
        && lines.line().equals(current.line)
        && context.history().map().number() == current.map.number()
        && !lifecycle.isDecided()
        && !training.isFinished();
  }

  private void begin(CommitControl training) {
    PartitionMoves next = training.isReproducible() ? moves() : null;
    if (next == null || (left == 0 && !next.isAnySurplus())) {
      return;
    }
    for (Member pserver : movesOf) {
      List<Integer> lost = next.lost(pserver.index());
      if (!lost.isEmpty()) {
        build(pserver, lost);
        return;
      }
    }
    if (places.areFilling() || !(pauses.areOver() || places.isTimeShort() || members.isAnyFull())) {
      return;
    }
    for (Member pserver : movesOf) {
      List<Integer> moving = next.moving(pserver.index(), places::isWanted);
      if (!moving.isEmpty()) {
        build(
            pserver, moving.subList(0, Math.min(moving.size(), context.plan().pservers().moves())));
        return;
      }
    }
    if (next.isAnySurplus()) {
      PartitionMap map = next.withoutSurplus();
      pauses.begin(context.nanos(), training.progress());
      training.changeMap(PartitionPlacement.next(map), "copies that have moved are left out");
    }
  }

  /**
   * The moves to make, computed only when the map or the holders have changed; null while no move
   * is possible.
   */
  private PartitionMoves moves() {
    PartitionMap map = context.history().map();
    List<Member> holders = places.holders();
    if (holders.isEmpty() || holders.stream().anyMatch(Member::isBrokenOff)) {
      return null;
    }
    if (moves == null || moves.map().number() != map.number() || !movesOf.equals(holders)) {
      moves = PartitionMoves.of(map, holders, context.plan().pservers().replicas());
      movesOf = holders;
      left = moves.remaining();
    }
    return moves;
  }

  private void build(Member pserver, List<Integer> partitions) {
    // Unique across masters, so that a late answer to an earlier one matches no attempt.
    long number = context.term().number() << COUNTER_BITS | ++last;
    PartitionMap map = context.history().map();
    current = new Attempt(number, lines.line(), map, pserver.incarnation(), partitions);
    LOG.info(
        "{}: build {}: {} learns {} partitions: {}",
        context.spec().id(),
        number,
        pserver.named(),
        partitions.size(),
        partitions);
    context.send(
        pserver.incarnation(), new ToPserver.Build(context.term(), number, map, partitions));
  }

  /**
   * A learner reports its progress. A line that was opened since voids the attempt, even if the
   * report was on its way by then.
   */
  public void onBuilding(Member learner, FromPserver.Building message, CommitControl training) {
    if (current == null
        || current.number != message.number()
        || !current.learner.equals(learner.incarnation())
        || !lines.line().equals(current.line)) {
      return;
    }
    switch (message.step()) {
      case NEAR -> {
        current.heldSince = context.nanos();
        training.pauseCommits();
      }
      case DONE -> {
        if (message.line().equals(current.line)
            && message.version().number() == training.progress()) {
          admit(learner, message.bytes(), training);
        } else {
          current.closedAt = -1;
        }
      }
      case FAILED -> giveUp(message.reason(), pause(), training);
    }
  }

  private void admit(Member learner, long bytes, CommitControl training) {
    String what =
        learner.named() + " has learnt " + current.partitions.size() + " partitions from others";
    survivals.held(what, current.heldSince);
    pauses.begin(current.heldSince, training.progress());
    moved.add(new ProcessesView.Move(learner.index(), current.partitions, bytes, context.millis()));
    PartitionMoves before = moves();
    PartitionMap map = before == null ? current.map : before.withoutSurplus();
    PartitionMap with = PartitionPlacement.with(map, learner.asPserver(), current.partitions);
    current = null;
    failures = 0;
    training.changeMap(with, what);
  }

  /** The wanted pservers and the partitions moved under this master, for the job view. */
  public ProcessesView.Pservers view() {
    PartitionMoves next = context.history().map() == null ? null : moves();
    TargetFact.PserversWanted asked = context.history().pserverTargets().asked();
    return new ProcessesView.Pservers(
        places.wanted(),
        asked == null ? "" : asked.by(),
        asked == null ? 0 : asked.at(),
        next == null ? 0 : left,
        List.copyOf(moved.subList(Math.max(0, moved.size() - MOST_SHOWN), moved.size())));
  }
}
