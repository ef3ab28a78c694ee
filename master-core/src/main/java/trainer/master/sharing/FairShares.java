package trainer.master.sharing;

import java.util.List;

/**
 * The parts of workers with which all jobs score as many rows a second: inverse to their speeds, as
 * far as they have tasks (max-min fairness by water-filling; Bertsekas and Gallager, "Data
 * Networks", section 6.5.2). What a job cannot use is left to the others.
 */
final class FairShares {
  private FairShares() {}

  /**
   * The workers of each job, in their order; they need not be whole.
   *
   * @param workers how many there are
   */
  static double[] of(int workers, List<SharingJob> jobs) {
    double[] speeds = speeds(jobs);
    double rate = rate(workers, jobs, speeds, 0);
    double[] shares = new double[speeds.length];
    for (int j = 0; j < shares.length; j++) {
      shares[j] = Math.min(rate / speeds[j], jobs.get(j).tasks());
    }
    return shares;
  }

  /**
   * The equal rate of all jobs that have tasks enough; infinite if none has.
   *
   * @param speeds of the jobs from {@code first} on
   */
  static double rate(double workers, List<SharingJob> jobs, double[] speeds, int first) {
    boolean[] isFull = new boolean[jobs.size()];
    double left = workers;
    while (true) {
      double secondsOfARow = 0;
      for (int j = 0; j < isFull.length; j++) {
        secondsOfARow += isFull[j] ? 0 : 1 / speeds[first + j];
      }
      double rate = left / secondsOfARow; // infinite or NaN without jobs
      boolean isAnyFull = false;
      for (int j = 0; j < isFull.length; j++) {
        int tasks = jobs.get(j).tasks();
        if (!isFull[j] && rate / speeds[first + j] > tasks) {
          isFull[j] = true;
          isAnyFull = true;
          left -= tasks;
        }
      }
      if (!isAnyFull) {
        return secondsOfARow == 0 ? Double.POSITIVE_INFINITY : rate;
      }
    }
  }

  /** The speeds; a job whose speed is unknown has the mean of the others. */
  static double[] speeds(List<SharingJob> jobs) {
    double mean =
        jobs.stream()
            .filter(SharingJob::isKnown)
            .mapToDouble(SharingJob::speed)
            .average()
            .orElse(1);
    return jobs.stream().mapToDouble(job -> job.isKnown() ? job.speed() : mean).toArray();
  }
}
