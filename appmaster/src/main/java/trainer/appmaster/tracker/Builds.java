package trainer.appmaster.tracker;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;

/**
 * Has the copies built that are wanted and not there, while training goes on: compares the map with
 * where copies belong, and has one pserver at a time learn what it lacks from those that hold it.
 *
 * <pre>
 * Build → copies, NEAR → nothing is committed, CloseBuild → copies the rest, DONE → admitted
 * </pre>
 *
 * <p>What is admitted holds the very version that is committed: the map that names it is written
 * together with a line that begins there, so that all shares are pushed to it from its first one.
 * Whatever goes wrong meanwhile costs only the attempt.
 */
final class Builds {
  private static final Logger LOG = LoggerFactory.getLogger(Builds.class);
  private static final long PAUSE = Duration.ofMillis(500).toNanos();
  private static final int COUNTER_BITS = 20;
  private static final int MOST_DOUBLINGS = 6;

  /** One attempt. */
  private static final class Attempt {
    private final long number;
    private final long line;
    private final PartitionMap map;
    private final long learner;
    private final List<Integer> partitions;
    private long heldSince = Member.NEVER;
    private long closedAt = -1;

    Attempt(long number, long line, PartitionMap map, long learner, List<Integer> partitions) {
      this.number = number;
      this.line = line;
      this.map = map;
      this.learner = learner;
      this.partitions = partitions;
    }

    /** Whether nothing is committed until it is over. */
    private boolean isHeld() {
      return heldSince != Member.NEVER;
    }
  }

  private final Context context;
  private final Lifecycle lifecycle;
  private final Members members;
  private final Lines lines;
  private final Survivals survivals;
  private Attempt current;
  private long last;
  private int failures;
  private long notBefore = Member.NEVER;

  Builds(Context context, Lifecycle lifecycle, Members members, Lines lines, Survivals survivals) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.lines = lines;
    this.survivals = survivals;
  }

  /** Begins what can be begun, and goes on with what is begun. */
  void look(Training training) {
    if (current != null && !isPossible(training)) {
      giveUp("the learner is gone, or map or line are others", 0, training);
    }
    if (current != null && current.isHeld() && heldFor() >= context.plan().heartbeatTimeout()) {
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
          new ToMember.CloseBuild(context.term(), current.number, current.line, current.closedAt));
    }
  }

  private long heldFor() {
    return context.nanos() - current.heldSince;
  }

  private void giveUp(String why, long pause, Training training) {
    LOG.info("{}: build {} is given up: {}", context.spec().id(), current.number, why);
    current = null;
    notBefore = context.nanos() + pause;
    training.commitAgain();
  }

  /** The longer, the more attempts have failed. */
  private long pause() {
    return PAUSE << Math.min(failures++, MOST_DOUBLINGS);
  }

  private boolean isPossible(Training training) {
    return members.isWell(current.learner)
        && lines.isReady()
        && lines.line() == current.line
        && context.history().map().number() == current.map.number()
        && !lifecycle.isDecided()
        && !training.isFinished();
  }

  private void begin(Training training) {
    if (!training.isReproducible()) {
      return;
    }
    PartitionMap map = context.history().map();
    JobPlan plan = context.plan();
    List<Member> pservers =
        members.live(Role.PSERVER).stream().filter(one -> !one.isBrokenOff()).toList();
    for (Member pserver : pservers) {
      List<Integer> lacking =
          Placement.lacking(map, pserver, pservers, plan.pservers(), plan.replicas());
      if (!lacking.isEmpty()) {
        long number = context.term() << COUNTER_BITS | ++last;
        current = new Attempt(number, lines.line(), map, pserver.incarnation(), lacking);
        LOG.info(
            "{}: build {}: {} learns {} partitions",
            context.spec().id(),
            number,
            pserver.named(),
            lacking.size());
        context.send(
            pserver.incarnation(), new ToMember.Build(context.term(), number, map, lacking));
        return;
      }
    }
  }

  /** A learner says how far it is. */
  void said(Member learner, FromMember.Building message, Training training) {
    if (current == null
        || current.number != message.number()
        || current.learner != learner.incarnation()) {
      return;
    }
    switch (message.step()) {
      case NEAR -> {
        current.heldSince = context.nanos();
        training.commitNothing();
      }
      case DONE -> {
        if (message.line() == current.line && message.version() == training.progress()) {
          admit(learner, training);
        } else {
          current.closedAt = -1;
        }
      }
      case FAILED -> giveUp(message.reason(), pause(), training);
    }
  }

  private void admit(Member learner, Training training) {
    String what =
        learner.named() + " has learnt " + current.partitions.size() + " partitions from others";
    survivals.held(what, current.heldSince);
    PartitionMap map = Placement.with(current.map, learner.asPserver(), current.partitions);
    current = null;
    failures = 0;
    training.changeMap(map, what);
  }
}
