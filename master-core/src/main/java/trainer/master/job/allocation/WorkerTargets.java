package trainer.master.job.allocation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import trainer.core.config.Keys;
import trainer.core.fact.Fact;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.job.history.JobViews;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Membership;

/**
 * The places of the job's workers. As long as nobody asks for another number, there are {@code
 * trainer.workers} of them at the start and {@code trainer.workers.max} once it trains: what the
 * cluster has no room for yet is waited for, and nothing else waits. Whoever is at a place that is
 * not wanted any more is left, and others do what it had.
 */
public final class WorkerTargets {
  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final JobContainers containers;
  private final List<Integer> atTheStart;
  private final List<Integer> atMost;
  private List<Integer> lookedAt = List.of();
  private Set<Integer> asSet = Set.of();

  public WorkerTargets(
      JobContext context, JobLifecycle lifecycle, Membership members, JobContainers containers) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.containers = containers;
    this.atTheStart = first(context.plan().workers());
    this.atMost = first(context.plan().workersMax());
  }

  /** The indices of those that are wanted, ascending. */
  List<Integer> wanted() {
    if (isAsked()) {
      return context.history().workersWanted().indices();
    }
    return lifecycle.state() == JobState.RUNNING ? atMost : atTheStart;
  }

  /** Whether somebody asked for a number of them. */
  boolean isAsked() {
    return context.history().workersWanted() != null;
  }

  public boolean isWanted(int index) {
    List<Integer> now = wanted();
    if (now != lookedAt) {
      lookedAt = now;
      asSet = Set.copyOf(now);
    }
    return asSet.contains(index);
  }

  /** With so many the job begins at once. */
  int full() {
    return Math.min(context.plan().workers(), wanted().size());
  }

  /** With fewer it does not begin. */
  int least() {
    return Math.min(context.plan().workersMin(), wanted().size());
  }

  /** Somebody asks for another number of them. */
  public void scale(JobEvent.ScaleAsked event) {
    String refusal = refusal(event);
    if (refusal != null) {
      answer(event, false, refusal);
      return;
    }
    List<Integer> before = wanted();
    List<Integer> after =
        event.count() > before.size() ? more(event.count()) : fewer(event.count());
    // Also where nothing changes: who cannot record it does not know what is wanted.
    context.record(new Fact.WorkersWanted(after, event.by(), context.millis()));
    answer(
        event,
        true,
        context.spec().id()
            + " wants "
            + event.count()
            + (event.count() == 1 ? " worker" : " workers")
            + (event.count() == before.size()
                ? " already"
                : " from here on, not " + before.size()));
  }

  private String refusal(JobEvent.ScaleAsked event) {
    if (lifecycle.isDecided() || context.history().isFinal()) {
      return context.spec().id() + " is trained, its workers only finish";
    } else if (event.count() < 1) {
      return "a job needs a worker";
    }
    return event.count() > Keys.MOST_PROCESSES ? "at most " + Keys.MOST_PROCESSES : null;
  }

  private void answer(JobEvent.ScaleAsked event, boolean accepted, String message) {
    context.act(new JobEffect.Answer(event.question(), accepted, message));
  }

  /** New ones come to places that nobody is at: who leaves one takes a while. */
  private List<Integer> more(int count) {
    Set<Integer> free = new TreeSet<>(first(Keys.MOST_PROCESSES * 2));
    containers.alive().stream()
        .filter(entry -> entry.role() == Role.WORKER)
        .forEach(entry -> free.remove(entry.index()));
    wanted().forEach(free::remove);
    List<Integer> indices = new ArrayList<>(wanted());
    free.stream().limit(count - indices.size()).forEach(indices::add);
    return indices.stream().sorted().toList();
  }

  /** Who has not come yet is given up first, then who came last. */
  private List<Integer> fewer(int count) {
    Comparator<Integer> thereFirst =
        Comparator.comparing(index -> members.holder(Role.WORKER, index).isEmpty());
    return wanted().stream()
        .sorted(thereFirst.thenComparing(index -> index))
        .limit(count)
        .sorted()
        .toList();
  }

  /** What is wanted, for people. */
  public JobView.Workers view() {
    return JobViews.workers(wanted(), members.live(Role.WORKER).size(), context.history());
  }

  private static List<Integer> first(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
