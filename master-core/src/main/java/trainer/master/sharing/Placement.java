package trainer.master.sharing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;

/**
 * Workers for shares. The shares of all jobs are laid end to end on a line, in the order of the
 * jobs; worker w serves those that meet [w, w + 1). So of J jobs at most J − 1 workers serve two,
 * as long as there are as many workers as jobs.
 *
 * <p>Where no worker has room for the models of its place, workers serve one job each: the next one
 * goes to the job that would be slowest. Where there are too few for that, the last jobs wait. The
 * same holds while a job is isolated: it comes first.
 */
final class Placement {
  /** A part of a worker that is too small to serve. */
  private static final double NOTHING = 1e-6;

  private final List<PoolWorker> workers;
  private final Assignment before;

  private Placement(List<PoolWorker> workers, Assignment before) {
    this.workers = workers;
    this.before = before;
  }

  /** Places of jobs that some workers have to serve together, and how many workers. */
  private record Place(List<SharingJob> jobs, int workers) {
    int memoryMb() {
      return jobs.stream().mapToInt(SharingJob::memoryMb).sum();
    }

    List<JobId> ids() {
      return jobs.stream().map(SharingJob::id).toList();
    }
  }

  /** Workers that serve the same jobs now and have as much memory. */
  private record Alike(List<JobId> jobs, int memoryMb) {}

  /**
   * The jobs of each worker.
   *
   * @param before what workers serve now: they go on with it where that is possible
   */
  static Map<Incarnation, List<JobId>> of(
      List<PoolWorker> workers, List<SharingJob> jobs, Assignment before) {
    Placement placement = new Placement(workers, before);
    List<SharingJob> active =
        jobs.stream()
            .filter(job -> job.tasks() > 0)
            .sorted(Comparator.comparing(job -> !job.isIsolated()))
            .toList();
    boolean mayShare = active.stream().noneMatch(SharingJob::isIsolated);
    for (int count = active.size(); count > 0; count--) {
      List<SharingJob> first = active.subList(0, count);
      Optional<Map<Incarnation, List<JobId>>> found =
          mayShare ? placement.fill(placement.line(first)) : Optional.empty();
      if (found.isEmpty()) {
        found = placement.whole(first);
      }
      if (found.isPresent()) {
        return found.get();
      }
    }
    return placement.fill(List.of()).orElseThrow();
  }

  /** The places on the line, those of the same jobs together. */
  private List<Place> line(List<SharingJob> jobs) {
    double[] shares = FairShares.of(workers.size(), jobs);
    Map<List<SharingJob>, Integer> places = new LinkedHashMap<>();
    double[] ends = new double[shares.length];
    double end = 0;
    for (int j = 0; j < shares.length; j++) {
      end += shares[j];
      ends[j] = end;
    }
    int first = 0;
    for (int w = 0; w < workers.size() && w < end - NOTHING; w++) {
      List<SharingJob> here = new ArrayList<>();
      while (first < ends.length && ends[first] <= w + NOTHING) {
        first++;
      }
      for (int j = first; j < ends.length && ends[j] - shares[j] < w + 1 - NOTHING; j++) {
        here.add(jobs.get(j));
      }
      places.merge(List.copyOf(here), 1, Integer::sum);
    }
    return places.entrySet().stream().map(one -> new Place(one.getKey(), one.getValue())).toList();
  }

  /** Whole workers; empty if a job gets none. */
  private Optional<Map<Incarnation, List<JobId>>> whole(List<SharingJob> jobs) {
    if (jobs.size() > workers.size()) {
      return Optional.empty();
    }
    double[] speeds = FairShares.speeds(jobs);
    int[] counts = new int[speeds.length];
    for (int w = 0; w < workers.size(); w++) {
      int slowest = -1;
      for (int j = 0; j < counts.length; j++) {
        boolean mayHave = counts[j] < jobs.get(j).tasks();
        if (mayHave && (slowest < 0 || counts[j] * speeds[j] < counts[slowest] * speeds[slowest])) {
          slowest = j;
        }
      }
      if (slowest >= 0) {
        counts[slowest]++;
      }
    }
    List<Place> places = new ArrayList<>();
    for (int j = 0; j < counts.length; j++) {
      places.add(new Place(List.of(jobs.get(j)), counts[j]));
    }
    return fill(places);
  }

  /**
   * Gives each place its workers: those that serve most of its jobs now, at places of more memory
   * first. Empty if a place finds no worker with the memory.
   */
  private Optional<Map<Incarnation, List<JobId>>> fill(List<Place> places) {
    Map<Alike, List<PoolWorker>> free = new LinkedHashMap<>();
    for (PoolWorker worker : workers) {
      free.computeIfAbsent(
              new Alike(before.of(worker.id()), worker.memoryMb()), none -> new ArrayList<>())
          .add(worker);
    }
    Map<Incarnation, List<JobId>> jobsOf = new HashMap<>();
    workers.forEach(worker -> jobsOf.put(worker.id(), List.of()));
    List<Place> largestFirst = new ArrayList<>(places);
    largestFirst.sort((a, b) -> Integer.compare(b.memoryMb(), a.memoryMb()));
    int[] left = largestFirst.stream().mapToInt(Place::workers).toArray();
    for (int loads = 0; loads <= most(places); loads++) {
      for (int p = 0; p < left.length; p++) {
        left[p] -= take(largestFirst.get(p), left[p], loads, free, jobsOf);
      }
    }
    for (int one : left) {
      if (one > 0) {
        return Optional.empty();
      }
    }
    return Optional.of(jobsOf);
  }

  private static int most(List<Place> places) {
    return places.stream().mapToInt(place -> place.jobs().size()).max().orElse(0);
  }

  /** Gives a place workers that have to load so many models; returns how many it got. */
  private static int take(
      Place place,
      int wanted,
      int loads,
      Map<Alike, List<PoolWorker>> free,
      Map<Incarnation, List<JobId>> jobsOf) {
    int taken = 0;
    List<JobId> ids = place.ids();
    for (Map.Entry<Alike, List<PoolWorker>> group : free.entrySet()) {
      Alike alike = group.getKey();
      long missing = ids.stream().filter(id -> !alike.jobs().contains(id)).count();
      if (missing == loads && alike.memoryMb() >= place.memoryMb()) {
        List<PoolWorker> these = group.getValue();
        while (taken < wanted && !these.isEmpty()) {
          jobsOf.put(these.remove(these.size() - 1).id(), ids);
          taken++;
        }
      }
    }
    return taken;
  }
}
