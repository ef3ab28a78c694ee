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
 * Declares silent members dead, and never because the master itself was away.
 *
 * <p>Silence for half the timeout makes a member suspect: it is probed once. Silence for the whole
 * timeout makes it dead. A broken stream makes a worker dead after a short grace, in which a
 * process that is well reconnects; a pserver, too, if others that are well hold what it holds. Any
 * other pserver has the whole timeout: its death ends the job, a starved machine takes its time
 * over a new stream, and of a process that ended the cluster says so, and how. When more than half
 * the timeout has passed since the core last ran, the silence was the master's own, and every timer
 * starts again; a shorter absence (a collection of garbage, a slow disk) stops the grace, in which
 * the member's new stream may be waiting to be seen.
 */
public final class FailureDetector {
  private static final Logger LOG = LoggerFactory.getLogger(FailureDetector.class);
  private static final long GRACE = Duration.ofMillis(500).toNanos();
  private static final long AWAY = Duration.ofMillis(400).toNanos();

  private final JobContext context;
  private final Membership members;
  private final Predicate<Member> isCovered;
  private long lastLook = Member.NEVER;
  private long nextLook = Member.NEVER;
  private long probes;

  /**
   * @param isCovered whether live members hold all that a pserver holds
   */
  public FailureDetector(JobContext context, Membership members, Predicate<Member> isCovered) {
    this.context = context;
    this.members = members;
    this.isCovered = isCovered;
  }

  /** Restarts all timers if the master was away. To be called before an event is handled. */
  public void wake() {
    long now = context.nanos();
    if (lastLook != Member.NEVER && now - lastLook > timeout() / 2) {
      LOG.warn(
          "{}: the master was away for {} ms, all timers start again",
          context.spec().id(),
          Duration.ofNanos(now - lastLook).toMillis());
      for (Member member : members.all()) {
        member.excuse(now);
      }
    } else if (lastLook != Member.NEVER && now - lastLook > AWAY) {
      for (Member member : members.all()) {
        member.excuseBreak(now - lastLook);
      }
    }
    lastLook = now;
  }

  /**
   * A stream broke, or is there: somebody's grace may end before anything else is due, or be
   * shorter now.
   */
  public void news() {
    nextLook = Math.min(nextLook, context.nanos() + Math.min(timeout(), GRACE));
  }

  /** When somebody may be due, as far as is known; in the past before anybody was looked at. */
  public long looksAt() {
    return nextLook;
  }

  /**
   * Suspects, probes and declares dead what is due. Members speak far more often than one of them
   * is due, so all are looked at only when the first of them may be; what they say moves that only
   * further away, but for a broken stream.
   */
  public void look() {
    if (context.nanos() < nextLook) {
      return;
    }
    long next = context.nanos() + timeout() / 2;
    for (Member member : List.copyOf(members.all())) {
      if (member.isLive()) {
        look(member);
        next = Math.min(next, due(member));
      }
    }
    nextLook = next;
  }

  private void look(Member member) {
    long now = context.nanos();
    if (member.isBrokenOff() && now - member.brokenSince() >= grace(member)) {
      members.lose(member, "its connection broke");
    } else if (now - member.heardAt() >= timeout()) {
      members.lose(
          member,
          "no word for "
              + Duration.ofNanos(now - member.heardAt()).toMillis()
              + " ms, a probe included");
    } else if (!member.isProbed() && now - member.heardAt() >= timeout() / 2) {
      member.probe();
      context.send(member.incarnation(), new ToMember.Probe(context.term(), ++probes));
    }
  }

  /** When something is due about it, if it is not heard of until then. */
  private long due(Member member) {
    long silent = member.heardAt() + (member.isProbed() ? timeout() : timeout() / 2);
    return member.isBrokenOff() ? Math.min(silent, member.brokenSince() + grace(member)) : silent;
  }

  private long grace(Member member) {
    boolean isMissed = member.role() == Role.PSERVER && !isCovered.test(member);
    return isMissed ? timeout() : Math.min(timeout(), GRACE);
  }

  private long timeout() {
    return context.plan().heartbeatTimeout();
  }
}
