package trainer.master.job.allocation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import trainer.core.config.Keys;
import trainer.core.fact.TargetFact;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.ProcessesView;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Membership;
import trainer.master.report.JobViews;

/**
 * The wanted workers of the job. Until a user asks for another number, {@code trainer.workers} are
 * wanted at the start and {@code trainer.workers.max} once the job trains. It waits for those that
 * the cluster has no room for, and trains meanwhile. A worker whose index is not wanted any more is
 * drained, and others do its work.
 */
public final class WorkerTargets {
  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final JobContainers containers;
  private final List<Integer> atTheStart;
  private final List<Integer> atMost;
  private List<Integer> previous = List.of();
  private Set<Integer> asSet = Set.of();

  public WorkerTargets(
      JobContext context, JobLifecycle lifecycle, Membership members, JobContainers containers) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.containers = containers;
    this.atTheStart = first(context.plan().workers().count());
    this.atMost = first(context.plan().workers().max());
  }

  /** The indices of the wanted workers, ascending. */
  List<Integer> wanted() {
    if (isAsked()) {
      return context.history().workersWanted().indices();
    }
    return lifecycle.state() == JobState.RUNNING ? atMost : atTheStart;
  }

  /** Whether a user has asked for a number of workers. */
  boolean isAsked() {
    return context.history().workersWanted() != null;
  }

  public boolean isWanted(int index) {
    List<Integer> now = wanted();
    if (now != previous) {
      previous = now;
      asSet = Set.copyOf(now);
    }
    return asSet.contains(index);
  }

  /** The number of workers with which the job begins at once. */
  int full() {
    return Math.min(context.plan().workers().count(), wanted().size());
  }

  /** The least number of workers with which the job begins. */
  int least() {
    return Math.min(context.plan().workers().min(), wanted().size());
  }

  /** Handles a user's request for another number of workers. */
  public void scale(JobEvent.ScaleAsked event) {
    String refusal = refusal(event);
    if (refusal != null) {
      answer(event, false, refusal);
      return;
    }
    List<Integer> before = wanted();
    List<Integer> after =
        event.count() > before.size() ? more(event.count()) : fewer(event.count());
    // Recorded even without a change: a master that lost its lead must not answer.
    context.record(new TargetFact.WorkersWanted(after, event.by(), context.millis()));
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

  /**
   * The wanted indices with new ones added. New workers get indices that no live container has,
   * because a draining worker takes a while.
   */
  private List<Integer> more(int count) {
    // Twice the most: containers of draining workers keep their indices until they end.
    Set<Integer> free = new TreeSet<>(first(Keys.MOST_PROCESSES * 2));
    containers.alive().stream()
        .filter(entry -> entry.role() == Role.WORKER)
        .forEach(entry -> free.remove(entry.index()));
    wanted().forEach(free::remove);
    List<Integer> indices = new ArrayList<>(wanted());
    free.stream().limit(count - indices.size()).forEach(indices::add);
    return indices.stream().sorted().toList();
  }

  /**
   * The wanted indices with some removed: first workers that are not there yet, then the highest
   * indices.
   */
  private List<Integer> fewer(int count) {
    Comparator<Integer> thereFirst =
        Comparator.comparing(index -> members.holder(Role.WORKER, index).isEmpty());
    return wanted().stream()
        .sorted(thereFirst.thenComparing(index -> index))
        .limit(count)
        .sorted()
        .toList();
  }

  /** The wanted workers, for the job view. */
  public ProcessesView.Workers view() {
    return JobViews.workers(wanted(), members.live(Role.WORKER).size(), context.history());
  }

  private static List<Integer> first(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
