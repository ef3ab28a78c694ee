package trainer.master.job.commit;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.job.JobState;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.job.history.JobHistory;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.partitions.PartitionPlacement;
import trainer.master.job.partitions.PserverPlacement;

/**
 * The takeover of a job's pservers by a master, the first or a later one.
 *
 * <p>The first master defines the map as soon as all pservers have registered, and opens line 1 at
 * version 0. A master that finds a map seals every pserver in it: each accepts the new term and
 * reports the versions that it holds. When all have answered, {@link CommitResolution} derives the
 * committed version from the answers, and one new line begins there. Versions open under older
 * lines are void, and are cut again.
 *
 * <p>Example: version 7 was noted, the answers are (9, complete) and (10, not complete). The second
 * pserver received the commit of 10, and the first one holds 10 completely: 10 is the base. With
 * (9, complete) and (9, complete) it would be 10 too, though no commit was sent. With (9, complete)
 * and (9, not complete) it is 9, and the rows of version 10 at the first pserver are undone.
 */
public final class PserverTakeover {
  /** The training that continues from the version that a takeover finds committed. */
  public interface Resumption {
    /**
     * Continues from the version that is found committed.
     *
     * @param cutUnder the line under which it was cut
     * @param metricsFrom the version whose metrics come first
     * @param metrics those of versions that were not noted yet
     */
    void resume(long version, Line cutUnder, long metricsFrom, List<Metrics> metrics);

    /** Whether the version after this one may be committed, and a master may have committed it. */
    boolean mayBeFollowed(long version);
  }

  private static final Logger LOG = LoggerFactory.getLogger(PserverTakeover.class);

  private static final String TAKES_OVER = "takeover by the master of term ";

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final LineManager lines;
  private final PserverPlacement places;
  private final Set<Incarnation> asked = new HashSet<>();
  private final Map<Incarnation, FromPserver.Sealed> answers = new HashMap<>();

  public PserverTakeover(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      LineManager lines,
      PserverPlacement places) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.lines = lines;
    this.places = places;
  }

  /**
   * Advances the takeover as far as possible.
   *
   * @param training continues from the version found committed; null while the input is not cut
   */
  public void reconcile(Resumption training) {
    if (lines.isOpen() || lifecycle.isDecided()) {
      return;
    }
    PartitionMap map = context.history().map();
    if (map == null) {
      openFirst(training);
      return;
    }
    if (training != null && context.history().isScored()) {
      openAtBase(training); // some of its pservers may be gone, and none is needed
      return;
    }
    for (PartitionMap.Pserver pserver : map.pservers()) {
      if (members.isLive(pserver.incarnation()) && asked.add(pserver.incarnation())) {
        context.send(
            pserver.incarnation(),
            new ToPserver.Seal(context.term(), context.history().progressed()));
      }
    }
    boolean all = map.pservers().stream().allMatch(one -> answers.containsKey(one.incarnation()));
    if (training != null && all) {
      // A pserver that was evicted after its answer does not count.
      answers.keySet().removeIf(incarnation -> !PartitionPlacement.names(map, incarnation));
      resolve(training);
    }
  }

  private void openFirst(Resumption training) {
    if (lifecycle.state() != JobState.SCHEDULED || !places.areAllThere() || training == null) {
      return;
    }
    lines.openFirst();
    if (context.history().lastBack().number() > 0) { // it goes on from another job
      training.resume(context.history().base(), Line.NONE, 0, List.of());
    }
  }

  /** A pserver reports the versions that it holds. */
  public void onSealed(Member pserver, FromPserver.Sealed message) {
    if (!lines.isOpen() && message.term().equals(context.term())) {
      answers.put(pserver.incarnation(), message);
    }
  }

  /**
   * A pserver has a new stream: it is sealed again, because the request may be lost with the old
   * one.
   */
  public void onReconnected(Member pserver) {
    asked.remove(pserver.incarnation());
  }

  private void resolve(Resumption training) {
    JobHistory history = context.history();
    if (history.map().pservers().isEmpty()) {
      openAtBase(training);
      return;
    }
    CommitResolution resolution =
        CommitResolution.of(
            history.line(),
            history.base(),
            history.lineOfBase(),
            answers.values(),
            training::mayBeFollowed);
    if (!resolution.isSound() || resolution.version() < history.version()) {
      lifecycle.fail(
          new Failure(
              FailureKind.UNEXPECTED,
              "the pservers cannot have come to hold what they hold: "
                  + words(answers.values())
                  + " on line "
                  + history.line()
                  + " from version "
                  + history.base()
                  + ", "
                  + history.version()
                  + " noted as committed",
              "",
              "report this, with the logs of masters and pservers; the job can be run again"));
      return;
    }
    LOG.info(
        "{}: term {} takes over at version {}",
        context.spec().id(),
        context.term(),
        resolution.version());
    lines.open(resolution.version(), resolution.cutUnder(), TAKES_OVER + context.term());
    FromPserver.Sealed withMetrics =
        answers.values().stream()
            .max(Comparator.comparingLong(answer -> answer.metricsFrom() + answer.metrics().size()))
            .orElseThrow();
    training.resume(
        resolution.version(),
        resolution.cutUnder(),
        withMetrics.metricsFrom(),
        withMetrics.metrics());
  }

  private void openAtBase(Resumption training) {
    JobHistory history = context.history();
    lines.open(history.base(), history.lineOfBase(), TAKES_OVER + context.term());
    training.resume(history.base(), history.lineOfBase(), 0, List.of());
  }

  private static String words(Collection<FromPserver.Sealed> answers) {
    return String.join(
        ", ",
        answers.stream()
            .map(
                answer ->
                    "version "
                        + answer.committed()
                        + (answer.complete() ? " and all of the next" : "")
                        + " on line "
                        + answer.line())
            .toList());
  }
}
