package trainer.master.job.partitions;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;
import trainer.master.job.history.JobHistory;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * The line in force: the fork number of the uncommitted future. A line is recorded first, then sent
 * to all members. Nothing is ordered under it before every pserver of the map has confirmed it.
 */
public final class LineManager {
  private static final Logger LOG = LoggerFactory.getLogger(LineManager.class);

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final PserverPlacement places;
  private final Set<Incarnation> awaited = new HashSet<>();
  private boolean open;

  public LineManager(
      JobContext context, JobLifecycle lifecycle, Membership members, PserverPlacement places) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.places = places;
  }

  /**
   * Defines the first map, over the live pservers, and opens the first line: at the initial values,
   * or at the checkpoint or model that the job goes on from. As in a rollback, the line is recorded
   * before the map. A master that finds only the line opens another.
   */
  public void openFirst() {
    CheckpointFact.CheckpointAdded origin = context.history().checkpoints().newest();
    if (origin == null) {
      context.record(new TrainingFact.MapDefined(overThoseThere(1)));
      open(0, Line.NONE, "the job begins");
      return;
    }
    record(origin.version().number(), Line.NONE, true, "the job goes on from " + origin.folder());
    context.record(new TrainingFact.MapDefined(overThoseThere(1)));
    sendLineToAll();
  }

  /**
   * Rolls the job back: opens a line at the newest checkpoint, with a new map over the live
   * pservers. Each of them loads that version and discards its own rows.
   */
  public void rollBack(String reason) {
    CheckpointFact.CheckpointAdded newest = context.history().checkpoints().newest();
    record(newest == null ? 0 : newest.version().number(), Line.NONE, true, reason);
    context.record(
        new TrainingFact.MapDefined(overThoseThere(context.history().map().number() + 1)));
    sendLineToAll();
  }

  private PartitionMap overThoseThere(long number) {
    return PartitionPlacement.over(places.there(), context.plan().pservers().replicas(), number);
  }

  /**
   * Opens the next line at {@code base}.
   *
   * @param cutUnder the line under which {@code base} was cut
   */
  public void open(long base, Line cutUnder, String reason) {
    record(base, cutUnder, false, reason);
    sendLineToAll();
  }

  /**
   * Opens the next line with another map. The map is recorded second, because a new pserver in it
   * holds nothing of an older line. A master that finds only the line continues with the old map,
   * whose pservers hold the base. If the old map had been given up, that master gives it up again.
   */
  public void open(long base, Line cutUnder, PartitionMap map, String reason) {
    record(base, cutUnder, false, reason);
    context.record(new TrainingFact.MapDefined(map));
    sendLineToAll();
  }

  private void record(long base, Line cutUnder, boolean back, String reason) {
    Line line = context.history().line().next();
    LOG.info("{}: line {} from version {}: {}", context.spec().id(), line, base, reason);
    context.record(
        new TrainingFact.LineOpened(line, new Version(base), cutUnder, back, reason, List.of()));
  }

  private void sendLineToAll() {
    open = true;
    awaited.clear();
    context.history().map().pservers().forEach(pserver -> awaited.add(pserver.incarnation()));
    pservers().forEach(this::sendLine);
    for (Member worker : members.live(Role.WORKER)) {
      sendLine(worker);
    }
  }

  /** The live pservers of the map, by index. */
  public List<Member> pservers() {
    return members.live(Role.PSERVER).stream().filter(this::isNamed).toList();
  }

  /** Whether the map names this pserver. Any other has no part in lines and commits. */
  public boolean isNamed(Member pserver) {
    return PartitionPlacement.names(context.history().map(), pserver.incarnation());
  }

  /** The map lost a pserver: workers get the new map and continue with the others. */
  public void onEvicted(Incarnation incarnation) {
    awaited.remove(incarnation);
    if (open) {
      members.live(Role.WORKER).forEach(this::sendLine);
    }
  }

  /** Sends the line in force to a member. */
  public void sendLine(Member member) {
    JobHistory history = context.history();
    context.send(
        member.incarnation(),
        new ToMember.NewLine(
            context.term(),
            history.line(),
            new Version(history.base()),
            history.lineOfBase(),
            history.lastBack(),
            history.map(),
            history.checkpoint()));
  }

  /** A pserver reports whether it follows the line in force, and its newest committed version. */
  public void onLineAccepted(Member pserver, FromPserver.LineAccepted message) {
    if (!message.line().equals(context.history().line()) || !isAwaited(pserver)) {
      return; // of a void line, or a repetition
    }
    if (!message.following() || message.committed().number() != context.history().base()) {
      lifecycle.fail(
          new Failure(
              FailureKind.UNEXPECTED,
              "cannot follow line "
                  + message.line()
                  + " from version "
                  + context.history().base()
                  + ": it holds version "
                  + message.committed(),
              pserver.named(),
              "report this; the job can be run again"));
      return;
    }
    awaited.remove(pserver.incarnation());
  }

  /** Whether the line in force is one that this master opened. */
  public boolean isOpen() {
    return open;
  }

  /** Whether every pserver of the map follows the line in force. */
  public boolean isReady() {
    return isOpen() && awaited.isEmpty();
  }

  /** Whether this pserver has still to confirm the line in force. */
  public boolean isAwaited(Member pserver) {
    return awaited.contains(pserver.incarnation());
  }

  /**
   * A pserver of the map is gone with the last replica of a partition: nothing is ordered under
   * this line any more.
   */
  public void await(Incarnation incarnation) {
    awaited.add(incarnation);
  }

  /** Whether the map names this process. */
  public boolean names(Incarnation incarnation) {
    return PartitionPlacement.names(context.history().map(), incarnation);
  }

  public Line line() {
    return context.history().line();
  }
}
