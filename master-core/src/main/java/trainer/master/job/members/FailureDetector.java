package trainer.master.job.members;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.job.Role;
import trainer.core.message.ToMember;
import trainer.master.job.kernel.JobContext;

/**
 * Declares silent members dead, but never because the master itself was paused.
 *
 * <table>
 * <caption>Verdicts by the heartbeat timeout T</caption>
 * <tr><th>Observation<th>Verdict
 * <tr><td>silence for T/2<td>suspect: probed once
 * <tr><td>silence for T<td>dead
 * <tr><td>stream broken for min(T, 500 ms)<td>dead, if a worker, or a pserver whose replicas live
 * members hold too
 * <tr><td>stream broken for T<td>dead, if any other pserver
 * </table>
 *
 * <p>A healthy process reconnects within the short grace. A pserver with the last live replica of a
 * partition gets the whole timeout, because its death rolls the job back. A starved machine is slow
 * to open a new stream, and of a process that ended the cluster reports the end, with the exit
 * status.
 *
 * <p>The detector measures the time between its own runs. A gap of more than T/2 was a pause of the
 * master: all timers restart. A gap of more than 400 ms (a garbage collection, a slow disk) is
 * deducted from the grace, as the member's new stream may already wait to be handled.
 */
public final class FailureDetector {
  private static final Logger LOG = LoggerFactory.getLogger(FailureDetector.class);
  private static final long GRACE = Duration.ofMillis(500).toNanos();
  private static final long AWAY = Duration.ofMillis(400).toNanos();

  private final JobContext context;
  private final Membership members;
  private final Predicate<Member> isCovered;
  private long lastCheck = Member.NEVER;
  private long nextCheck = Member.NEVER;
  private long probes;

  /**
   * Creates a detector that has not run yet.
   *
   * @param isCovered whether live members hold replicas of all partitions of a pserver
   */
  public FailureDetector(JobContext context, Membership members, Predicate<Member> isCovered) {
    this.context = context;
    this.members = members;
    this.isCovered = isCovered;
  }

  /** Restarts timers if the master was paused. Must be called before an event is handled. */
  public void excusePause() {
    long now = context.nanos();
    if (lastCheck != Member.NEVER && now - lastCheck > timeout() / 2) {
      LOG.warn(
          "{}: the master was away for {} ms, all timers start again",
          context.spec().id(),
          Duration.ofNanos(now - lastCheck).toMillis());
      for (Member member : members.all()) {
        member.excuse(now);
      }
    } else if (lastCheck != Member.NEVER && now - lastCheck > AWAY) {
      for (Member member : members.all()) {
        member.excuseBreak(now - lastCheck);
      }
    }
    lastCheck = now;
  }

  /**
   * Schedules an early run after a stream broke or a member registered: a grace may end first, or
   * be shorter now.
   */
  public void expedite() {
    nextCheck = Math.min(nextCheck, context.nanos() + Math.min(timeout(), GRACE));
  }

  /** The time of the next check; in the past before the first one. */
  public long nextDeadline() {
    return nextCheck;
  }

  /**
   * Probes or declares dead each member whose time has come. Messages arrive far more often than a
   * check is due, so all members are visited only at the earliest due time. Apart from broken
   * streams, an event can only postpone that time.
   */
  public void reconcile() {
    if (context.nanos() < nextCheck) {
      return;
    }
    long next = context.nanos() + timeout() / 2;
    for (Member member : List.copyOf(members.all())) {
      // the list includes the dead
      if (member.isLive()) {
        reconcile(member);
        next = Math.min(next, due(member));
      }
    }
    nextCheck = next;
  }

  private void reconcile(Member member) {
    long now = context.nanos();
    if (member.isBrokenOff() && now - member.brokenSince() >= grace(member)) {
      members.lose(member, "its connection broke");
    } else if (now - member.lastMessageAt() >= timeout()) {
      members.lose(
          member,
          "no word for "
              + Duration.ofNanos(now - member.lastMessageAt()).toMillis()
              + " ms, a probe included");
    } else if (!member.isProbed() && now - member.lastMessageAt() >= timeout() / 2) {
      member.probe();
      context.send(member.incarnation(), new ToMember.Probe(context.term(), ++probes));
    }
  }

  /** The time at which a member is next due if it stays silent. */
  private long due(Member member) {
    long silent = member.lastMessageAt() + (member.isProbed() ? timeout() : timeout() / 2);
    return member.isBrokenOff() ? Math.min(silent, member.brokenSince() + grace(member)) : silent;
  }

  private long grace(Member member) {
    boolean isMissed = member.role() == Role.PSERVER && !isCovered.test(member);
    return isMissed ? timeout() : Math.min(timeout(), GRACE);
  }

  private long timeout() {
    return context.plan().containers().heartbeatTimeout().toNanos();
  }
}
