package trainer.master.job.tasks;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.partitions.LineManager;

/**
 * The admission of gradients to the version being built under {@code trainer.sync=versioned}. The
 * first reports computed on the version before it are admitted, up to the size of the version. All
 * others are refused and computed again.
 *
 * <p>A report is given its place before a byte of its gradients is pushed, and the place is
 * recorded before it is sent. From then on it is a share: the place is its number, and the version
 * has as many shares as places. A task keeps its place, whichever worker computes it. If its worker
 * is lost, another one computes the same blocks on the same version. So all replicas get the same
 * bits, even if the first worker has pushed to some of them.
 *
 * <p>Example: versions of 2 gradients, 5 is committed. Workers a, b and c report tasks computed on
 * 5: a gets place 0 of version 6, b place 1. Then 6 is the newest version, whose rows are pulled as
 * soon as they are there. So c is refused: it pulls 6 and computes its task once more.
 */
final class GradientAdmission implements TaskVersions {
  private static final class Place {
    private final int number;
    private final Set<Incarnation> failedOn = new HashSet<>();
    private Incarnation holder;
    private boolean in;

    Place(int number, Incarnation holder) {
      this.number = number;
      this.holder = holder;
    }

    boolean isEmpty() {
      return !in && holder.equals(Incarnation.NONE);
    }
  }

  private final JobContext context;
  private final LineManager lines;
  private final TaskAssignment assignment;
  private final int versionBlocks;
  private final Map<Long, Place> places = new LinkedHashMap<>();

  /**
   * The worker of each slot that was computed on a version that is complete, but not committed here
   * yet.
   */
  private final Map<Long, Incarnation> early = new LinkedHashMap<>();

  private final Map<Long, Integer> refused = new HashMap<>();

  /** Refusals since the last place was given. */
  private long refusals;

  /** The version being built. If none is, the newest one, which has no room. */
  private long version;

  private int size;

  /**
   * @param versionBlocks blocks in a version at most
   */
  GradientAdmission(
      JobContext context, LineManager lines, TaskAssignment.Maker desks, int versionBlocks) {
    this.context = context;
    this.lines = lines;
    this.versionBlocks = versionBlocks;
    this.assignment = desks.make(versionBlocks, this);
  }

  TaskAssignment assignment() {
    return assignment;
  }

  /**
   * A version is committed, or a line begins at it: nothing is admitted before the next version
   * opens.
   */
  void onCommitted(long committed) {
    version = committed;
    size = 0;
    places.clear();
  }

  /** A line begins, and voids the reports of the line before. */
  void begin(long base) {
    onCommitted(base);
    early.clear();
  }

  boolean isOpen(long next) {
    return version == next && size > 0;
  }

  /**
   * Opens the version after the committed one for {@code itsSize} reports. Reports that came early
   * are judged now.
   */
  void open(long next, int itsSize) {
    version = next;
    size = itsSize;
    Map<Long, Incarnation> waiting = Map.copyOf(early);
    early.clear();
    waiting.keySet().stream()
        .sorted()
        .forEach(
            slot ->
                assignment
                    .worker(waiting.get(slot))
                    .filter(worker -> assignment.holds(worker, slot))
                    .ifPresent(worker -> judge(worker, slot, next - 1)));
  }

  private boolean isFull() {
    return places.size() == size;
  }

  @Override
  public long model() {
    return isFull() ? version : version - 1;
  }

  /**
   * Whether a worker can only wait for the next version: all places are given, and none of the open
   * ones is its own. A worker that is at a block does not wait: it computes early, or does not
   * stop.
   */
  @Override
  public boolean isWaiting(Member worker) {
    return isFull()
        && worker.block() < 0
        && places.values().stream()
            .noneMatch(place -> !place.in && place.holder.equals(worker.incarnation()));
  }

  /** A worker reports that it has computed a slot's gradients. */
  void onReported(Member worker, FromWorker.Reported message) {
    if (message.line().equals(lines.line())
        && assignment.isOpen(message.version().number())
        && assignment.holds(worker, message.slot().number())
        && !places.containsKey(message.slot().number())) {
      judge(worker, message.slot().number(), message.model().number());
    }
  }

  private void judge(Member worker, long slot, long computedOn) {
    if (computedOn < model()) {
      refuse(worker, slot);
    } else if (isFull()) {
      early.put(slot, worker.incarnation());
      assignment.held().restart(worker.incarnation());
    } else {
      admit(worker, slot);
    }
  }

  private void admit(Member worker, long slot) {
    Place place = new Place(places.size(), worker.incarnation());
    places.put(slot, place);
    refused.remove(slot);
    assignment.admit(worker, slot, version, refusals);
    refusals = 0;
    order(slot, place);
    if (isFull()) {
      assignment.holders().forEach(this::sendNewest);
    }
  }

  private void refuse(Member worker, long slot) {
    refusals++;
    assignment.held().restart(worker.incarnation());
    int times = refused.merge(slot, 1, Integer::sum);
    if (times < context.plan().training().sync().maxReports()) {
      sendNewest(worker);
      return;
    }
    refused.remove(slot);
    assignment.fail(
        worker,
        slot,
        -1,
        new Failure(
            FailureKind.TASK_TIMED_OUT,
            "its gradients were refused "
                + times
                + " times: each time there was a newer version before they were computed",
            worker.named(),
            "raise trainer.versioned.gradients, so that versions take longer, or"
                + " trainer.versioned.max-reports; or see why that worker is slow"));
    assignment.onReconnected(worker);
  }

  private void sendNewest(Member worker) {
    context.send(
        worker.incarnation(),
        new ToWorker.ModelVersion(context.term(), lines.line(), new Version(model())));
  }

  private void order(long slot, Place place) {
    context.send(
        place.holder,
        new ToWorker.Order(
            context.term(),
            lines.line(),
            new Version(version),
            assignment.phase(),
            new ToWorker.Share(place.number, size, versionBlocks, assignment.blocks(slot)),
            new Version(version - 1),
            new Slot(slot)));
  }

  private Optional<Long> find(Line line, long ofVersion, int number) {
    return line.equals(lines.line()) && ofVersion == version
        ? places.entrySet().stream()
            .filter(entry -> entry.getValue().number == number)
            .map(Map.Entry::getKey)
            .findFirst()
        : Optional.empty();
  }

  /** A worker reports that every replica has its gradients. */
  void onShareDone(Member worker, FromWorker.ShareDone message) {
    if (message.line().number() > context.lineBefore()) {
      worker.onShareDone(message);
    }
    find(message.line(), message.version().number(), message.share())
        .ifPresent(
            slot -> {
              places.get(slot).in = true;
              if (assignment.holds(worker, slot)) {
                assignment.admit(worker, slot, version, 0);
              }
            });
  }

  /**
   * The data, the user's code or the push failed while a place was filled. The place is freed for
   * another worker.
   */
  void onShareFailed(Member worker, FromWorker.ShareFailed message) {
    find(message.line(), message.version().number(), message.share())
        .filter(slot -> places.get(slot).holder.equals(worker.incarnation()))
        .ifPresent(
            slot -> {
              Place place = places.get(slot);
              place.holder = Incarnation.NONE;
              place.failedOn.add(worker.incarnation());
              assignment.fail(worker, slot, message.block(), message.failure());
            });
  }

  /**
   * A worker is gone, and {@link TaskAssignment} has removed it. Its places stay, for other workers
   * to fill.
   */
  void onLeft(Member worker) {
    early.values().removeIf(holder -> holder.equals(worker.incarnation()));
    places.forEach(
        (slot, place) -> {
          if (place.holder.equals(worker.incarnation()) && !place.in) {
            place.holder = Incarnation.NONE;
            assignment.held().takeBackAdmitted(slot);
          }
        });
  }

  /** Finds a worker for every place whose worker is gone. */
  void refill() {
    places.forEach(
        (slot, place) -> {
          if (place.isEmpty()) {
            choose(place)
                .ifPresent(
                    worker -> {
                      place.holder = worker.incarnation();
                      assignment.held().giveAgain(worker, slot);
                      order(slot, place);
                    });
          }
        });
  }

  private Optional<Member> choose(Place place) {
    Collection<Member> workers = assignment.workers();
    return workers.stream()
        .filter(worker -> !worker.isBrokenOff())
        .min(
            Comparator.comparing((Member worker) -> place.failedOn.contains(worker.incarnation()))
                .thenComparing(this::placesOf));
  }

  private long placesOf(Member worker) {
    return places.values().stream()
        .filter(place -> !place.in && place.holder.equals(worker.incarnation()))
        .count();
  }

  /** Repeats to a worker with a new stream the places and slots that it holds. */
  void onReconnected(Member worker) {
    places.forEach(
        (slot, place) -> {
          if (place.holder.equals(worker.incarnation()) && !place.in) {
            order(slot, place);
          }
        });
    assignment.onReconnected(worker);
  }
}
