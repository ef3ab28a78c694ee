package trainer.master.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.random.SplitMix64;

/** Against searches of all subsets of jobs, for what {@link Placement} gives. */
class ServedByTest {
  private static SharingJob job(int number, double speed, int tasks) {
    return new SharingJob(new JobId("application_1_0001", number), speed, true, tasks, 10);
  }

  private static List<PoolWorker> workers(int count) {
    List<PoolWorker> workers = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      workers.add(new PoolWorker(new Incarnation(number), 1000));
    }
    return workers;
  }

  private static List<SharingJob> jobs(SplitMix64 random, int count, int mostTasks) {
    List<SharingJob> jobs = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      jobs.add(job(number, 1 + random.below(100), 1 + random.below(mostTasks)));
    }
    return jobs;
  }

  private static boolean contains(int subset, int job) {
    return (subset & (1 << job)) != 0;
  }

  /** How many workers serve any job of a subset. */
  private static long workers(Map<Incarnation, List<JobId>> served, int subset) {
    return served.values().stream()
        .filter(of -> of.stream().anyMatch(id -> contains(subset, id.number() - 1)))
        .count();
  }

  @Test
  void asManyWorkersAreBusyAsTheLeastCutAllows() {
    SplitMix64 random = new SplitMix64(1);
    for (int i = 0; i < 2000; i++) {
      int count = 1 + random.below(5);
      Map<Incarnation, List<JobId>> served =
          Placement.of(workers(1 + random.below(8)), jobs(random, count, 6), Assignment.NONE);
      List<SharingJob> now = jobs(random, count, 6);
      long least = Long.MAX_VALUE;
      for (int subset = 0; subset < 1 << count; subset++) {
        long cut = workers(served, subset);
        for (int j = 0; j < count; j++) {
          cut += contains(subset, j) ? 0 : now.get(j).tasks();
        }
        least = Math.min(least, cut);
      }
      assertThat(new ServedBy(served.values(), now).busy()).as("case " + i).isEqualTo(least);
    }
  }

  /** The slowest subset has the rate of its workers; then come the others, without these. */
  private static double spread(Map<Incarnation, List<JobId>> served, List<SharingJob> jobs) {
    List<Double> rates = new ArrayList<>();
    int over = 0;
    int all = (1 << jobs.size()) - 1;
    while (over != all) {
      double slowest = Double.POSITIVE_INFINITY;
      int which = 0;
      for (int subset = 1; subset <= all; subset++) {
        if ((subset & over) == 0) {
          double seconds = 0;
          for (int j = 0; j < jobs.size(); j++) {
            seconds += contains(subset, j) ? 1 / jobs.get(j).speed() : 0;
          }
          double rate = (workers(served, subset | over) - workers(served, over)) / seconds;
          if (rate < slowest - 1e-9) {
            slowest = rate;
            which = subset;
          }
        }
      }
      rates.add(slowest);
      over |= which;
    }
    return rates.get(rates.size() - 1) / rates.get(0);
  }

  @Test
  void theSpreadIsThatOfTheSlowestSubsets() {
    SplitMix64 random = new SplitMix64(2);
    for (int i = 0; i < 2000; i++) {
      int count = 1 + random.below(5);
      Map<Incarnation, List<JobId>> served =
          Placement.of(workers(1 + random.below(8)), endless(random, count), Assignment.NONE);
      List<SharingJob> now = endless(random, count);
      assertThat(new ServedBy(served.values(), now).spread())
          .as("case %d: %s %s", i, served, now)
          .isCloseTo(spread(served, now), within(1e-6));
    }
  }

  private static List<SharingJob> endless(SplitMix64 random, int count) {
    return jobs(random, count, 1).stream()
        .map(one -> job(one.id().number(), one.speed(), 1_000_000))
        .toList();
  }

  @Test
  void jobsWithFewTasksAreNoReasonToMove() {
    List<JobId> one = List.of(new JobId("application_1_0001", 1));
    List<JobId> two = List.of(new JobId("application_1_0001", 2));
    ServedBy served =
        new ServedBy(Arrays.asList(one, one, two), List.of(job(1, 1, 1), job(2, 1, 9)));
    assertThat(served.busy()).isEqualTo(2);
    assertThat(served.spread()).isEqualTo(1);
  }
}
