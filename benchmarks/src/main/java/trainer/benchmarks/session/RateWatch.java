package trainer.benchmarks.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The rates of jobs over time. The ratio is that of the highest to the lowest rate of the last ten
 * seconds.
 */
final class RateWatch {
  private static final int EVERY_SECONDS = 5;
  private static final int CONVERGED_SECONDS = 25;
  private static final int SETTLED_SECONDS = 60;
  private static final double BAR = 1.10;

  /** What happens at a second: {@code slow} or {@code kill}. */
  record Disturbance(String what, int second) {
    static Disturbance parse(String word) {
      String[] parts = word.split("@", 2);
      return new Disturbance(parts[0], Integer.parseInt(parts[1]));
    }
  }

  private final SleepingJobs jobs;
  private final int workers;
  private final List<Integer> millis;
  private final List<Disturbance> disturbances;

  RateWatch(SleepingJobs jobs, int workers, List<Integer> millis, List<Disturbance> disturbances) {
    this.jobs = jobs;
    this.workers = workers;
    this.millis = millis;
    this.disturbances = disturbances;
  }

  void run(SessionProcess session, int seconds) throws IOException, InterruptedException {
    for (int each : millis) {
      jobs.score(session, each, 2);
    }
    List<Disturbance> open = new ArrayList<>(disturbances);
    List<Double> ratios = new ArrayList<>();
    List<Double> idle = new ArrayList<>();
    long began = System.nanoTime();
    long since = 0;
    long movesWhenSettled = -1;
    long moves = 0;
    double lastAbove = 0;
    for (int at = EVERY_SECONDS; at <= seconds; at += EVERY_SECONDS) {
      sleepUntil(began + at * 1_000_000_000L);
      JsonNode status = session.status();
      moves = status.path("moves").asLong();
      double ratio = ratio(status);
      System.out.printf(
          Locale.ROOT,
          "%d s: %s rows/s, ratio %.3f, %d moves%n",
          at,
          String.join(" ", status.path("jobs").findValuesAsText("rate")),
          ratio,
          moves);
      lastAbove = ratio > BAR ? at : lastAbove;
      if (at >= since + CONVERGED_SECONDS) {
        ratios.add(ratio);
        idle.add(1 - busy(status) / workers);
      }
      movesWhenSettled =
          at >= since + SETTLED_SECONDS && movesWhenSettled < 0 ? moves : movesWhenSettled;
      if (!open.isEmpty() && at >= open.get(0).second()) {
        report(
            since, ratios, movesWhenSettled < 0 ? 0 : moves - movesWhenSettled, lastAbove - since);
        disturb(open.remove(0), session);
        since = at;
        ratios.clear();
        movesWhenSettled = -1;
      }
    }
    report(since, ratios, movesWhenSettled < 0 ? 0 : moves - movesWhenSettled, lastAbove - since);
    if (disturbances.isEmpty()) {
      System.out.printf(
          Locale.ROOT,
          "workers were idle for %.1f %% of that time%n",
          100 * idle.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN));
    }
  }

  /** The worker seconds that the models sleep in a second. */
  private double busy(JsonNode status) {
    List<String> rates = status.path("jobs").findValuesAsText("rate");
    double seconds = 0;
    for (int i = 0; i < millis.size(); i++) {
      seconds += Double.parseDouble(rates.get(i)) * millis.get(i) / 1000;
    }
    return seconds;
  }

  private static void report(long since, List<Double> ratios, long moves, double above) {
    System.out.printf(
        Locale.ROOT,
        "from %d s on: above %.2f for the last time after %.0f s; from %d s on mean %.3f, worst %.3f;"
            + " moves after %d s: %d%n",
        since,
        BAR,
        Math.max(0, above),
        since + CONVERGED_SECONDS,
        ratios.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN),
        ratios.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN),
        SETTLED_SECONDS,
        moves);
  }

  private void disturb(Disturbance one, SessionProcess session) throws IOException {
    System.out.println(one.what());
    if (one.what().equals("slow")) {
      Files.createFile(jobs.slower(millis.get(0)));
    } else {
      List<ProcessHandle> workers = session.workers();
      workers.get(ThreadLocalRandom.current().nextInt(workers.size())).destroyForcibly();
    }
  }

  private static double ratio(JsonNode status) {
    double low = Double.MAX_VALUE;
    double high = 0;
    for (JsonNode job : status.path("jobs")) {
      low = Math.min(low, job.path("rate").asDouble());
      high = Math.max(high, job.path("rate").asDouble());
    }
    return high / low;
  }

  private static void sleepUntil(long nanos) throws InterruptedException {
    long left = nanos - System.nanoTime();
    if (left > 0) {
      Thread.sleep(left / 1_000_000);
    }
  }
}
