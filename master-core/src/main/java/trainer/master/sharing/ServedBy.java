package trainer.master.sharing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.job.JobId;

/**
 * The rates that an assignment allows. The jobs of a worker are neighbours in the order of jobs,
 * and those in the middle of three or more have no other worker ({@link Placement}). So by Hall's
 * theorem jobs get the workers they need if each run of neighbours does.
 */
final class ServedBy {
  /** Workers that serve the jobs from the one to the other. */
  private record Group(int first, int last, int workers) {
    boolean meets(int from, int to) {
      return first <= to && last >= from;
    }
  }

  /** Neighbours, and the equal rate at which the workers of all of them are busy. */
  private record Run(int first, int last, double rate) {}

  private final List<SharingJob> jobs;
  private final double[] speeds;
  private final List<Group> groups = new ArrayList<>();

  /**
   * @param served the jobs of each worker
   * @param all jobs in their order
   */
  ServedBy(Collection<List<JobId>> served, List<SharingJob> all) {
    this.jobs = all.stream().filter(job -> job.tasks() > 0).toList();
    this.speeds = FairShares.speeds(jobs);
    Map<JobId, Integer> places = new HashMap<>();
    for (int j = 0; j < speeds.length; j++) {
      places.put(jobs.get(j).id(), j);
    }
    Map<List<JobId>, Integer> alike = new LinkedHashMap<>();
    served.forEach(one -> alike.merge(one, 1, Integer::sum));
    alike.forEach(
        (ids, workers) -> {
          int[] here = ids.stream().filter(places::containsKey).mapToInt(places::get).toArray();
          if (here.length > 0) {
            groups.add(new Group(here[0], here[here.length - 1], workers));
          }
        });
  }

  /** How many workers can be busy at once, as far as jobs have tasks for them. */
  long busy() {
    // The least cut: each run of jobs is bounded by its tasks or by its workers.
    long[] best = new long[speeds.length + 1];
    for (int last = 1; last <= speeds.length; last++) {
      best[last] = Long.MAX_VALUE;
      long tasks = 0;
      for (int first = last; first > 0; first--) {
        tasks += jobs.get(first - 1).tasks();
        long run = Math.min(tasks, workers(groups, first - 1, last - 1));
        best[last] = Math.min(best[last], best[first - 1] + run);
      }
    }
    return best[speeds.length];
  }

  private static int workers(List<Group> groups, int first, int last) {
    int workers = 0;
    for (Group group : groups) {
      workers += group.meets(first, last) ? group.workers() : 0;
    }
    return workers;
  }

  /**
   * The rate of the fastest job by that of the slowest, if workers take turns; 1 if none could use
   * more tasks. Infinite if a job with tasks has no worker.
   */
  double spread() {
    double slowest = Double.NaN;
    double fastest = Double.NaN;
    boolean[] isOver = new boolean[speeds.length];
    List<Group> left = new ArrayList<>(groups);
    for (Run run = slowest(left, isOver); run != null; run = slowest(left, isOver)) {
      slowest = Double.isNaN(slowest) ? run.rate() : slowest;
      fastest = run.rate();
      for (int j = run.first(); j <= run.last(); j++) {
        isOver[j] = true;
      }
      Run spent = run;
      left.removeIf(group -> group.meets(spent.first(), spent.last()));
    }
    return Double.isNaN(slowest) ? 1 : fastest / slowest;
  }

  /** The slowest run of jobs that are not over; null if tasks are what keeps all of them slow. */
  private Run slowest(List<Group> left, boolean[] isOver) {
    Run slowest = null;
    for (int first = 0; first < speeds.length; first++) {
      for (int last = first; last < speeds.length && !isOver[last]; last++) {
        double rate =
            FairShares.rate(
                workers(left, first, last), jobs.subList(first, last + 1), speeds, first);
        if (Double.isFinite(rate) && (slowest == null || rate < slowest.rate())) {
          slowest = new Run(first, last, rate);
        }
      }
    }
    return slowest;
  }
}
