package trainer.it.masters.kills;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import trainer.it.cluster.TrainerClient;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.EndComparison;

/**
 * Jobs whose masters are killed. Says of each whether the model, the containers and the work are
 * those of an undisturbed job, and how long it took until a version was committed that was not
 * complete before.
 */
final class KilledJobs {
  private final TrainerClient trainer;
  private final Path home;
  private final List<String> settings;
  private final List<Double> seconds = new ArrayList<>();
  private int jobs;
  private int wrong;

  /**
   * @param home the folder of their input and models
   * @param settings of all of them, as arguments of {@code submit}
   */
  KilledJobs(TrainerClient trainer, Path home, List<String> settings) {
    this.trainer = trainer;
    this.home = home;
    this.settings = List.copyOf(settings);
  }

  /** The folder of their input and models. */
  Path home() {
    return home;
  }

  /** Writes their input. */
  void generate() throws Exception {
    for (String[] data : new String[][] {{"train", "20000", "1"}, {"held-out", "20000", "2"}}) {
      String output = home.resolve(data[0]).toUri().toString();
      trainer
          .run(
              "generate",
              "--kind",
              "clicks",
              "--records",
              data[1],
              "--seed",
              data[2],
              "--output",
              output,
              "--overwrite")
          .ok();
    }
  }

  /** Says that something is not as it has to be. */
  void wrong(String what) {
    wrong++;
    System.out.println(what);
  }

  /** The longest time from a kill to a new version, in seconds; empty if there was none. */
  OptionalDouble slowest() {
    return seconds.stream().mapToDouble(Double::doubleValue).max();
  }

  /** Sums up, and says whether all was well. */
  boolean isAllWell() {
    double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    System.out.printf("kills followed by a new version: %d%n", sorted.length);
    if (sorted.length > 0) {
      System.out.printf(
          "seconds until then: least %.1f, median %.1f, 9 of 10 %.1f, most %.1f%n",
          sorted[0],
          sorted[sorted.length / 2],
          sorted[(int) Math.ceil(sorted.length * 0.9) - 1],
          sorted[sorted.length - 1]);
    }
    System.out.printf("%d jobs, %d wrong%n", jobs, wrong);
    return wrong == 0;
  }

  /** Sends a signal to a process. */
  static void signal(String name, ProcessHandle process) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  /** Submits the next job. */
  DisturbedJob submit(int epochs) throws IOException {
    return submit(trainer, epochs);
  }

  /**
   * Submits the next job.
   *
   * @param failpoints at which its masters die
   */
  DisturbedJob submitDyingAt(String failpoints, int epochs) throws IOException {
    return submit(trainer.dyingAt(failpoints), epochs);
  }

  private DisturbedJob submit(TrainerClient client, int epochs) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--input",
                home.resolve("train").toUri().toString(),
                "--validation",
                home.resolve("held-out").toUri().toString(),
                "--output",
                home.resolve("model" + jobs++).toUri().toString(),
                "--epochs",
                String.valueOf(epochs),
                "--workers",
                "2",
                "--pservers",
                "2",
                "-Dtrainer.master.attempts=100",
                "-Dtrainer.master.patience=90s"));
    arguments.addAll(settings);
    return DisturbedJob.submit(client, home, arguments);
  }

  /**
   * Compares the end of a job with that of an undisturbed one.
   *
   * @param kills when its masters were killed, epoch milliseconds
   */
  void compare(String what, DisturbedJob.End end, List<Long> kills, DisturbedJob.End quiet) {
    if (end.report() == null) {
      wrong(what + "  WRONG no report: " + end.said());
      return;
    }
    JsonNode report = end.report();
    List<Long> counted = kills.stream().filter(at -> at <= entered(report, "EXITED")).toList();
    List<String> faults = EndComparison.of(end, counted.size(), quiet);
    double computed = report.path("recordsComputed").asDouble();
    double least = EndComparison.leastComputed(quiet.report());
    List<Double> times = times(report, counted);
    seconds.addAll(times);
    wrong += faults.isEmpty() ? 0 : 1;
    System.out.printf(
        "%s: %s, computed %.3f seconds %s%n",
        what,
        faults.isEmpty() ? "ok" : "WRONG " + faults,
        computed / least,
        times.stream().map(time -> String.format("%.1f", time)).toList());
  }

  /** When it came to a state, epoch milliseconds; for ever if it never did. */
  private static long entered(JsonNode report, String state) {
    for (JsonNode one : report.path("states")) {
      if (one.path("name").asText().equals(state)) {
        return one.path("at").asLong();
      }
    }
    return Long.MAX_VALUE;
  }

  /**
   * From each kill of the training until the first version that was not complete before it; those
   * left out that no version followed, as the next master was killed before or all were done.
   */
  private static List<Double> times(JsonNode report, List<Long> kills) {
    List<Double> times = new ArrayList<>();
    long running = entered(report, "RUNNING");
    for (JsonNode loss : report.path("survived")) {
      long when = loss.path("when").asLong(); // the last that was heard of it
      double at = when + 1000 * loss.path("seconds").asDouble();
      Long kill = kills.stream().filter(one -> one >= when).findFirst().orElse(Long.MAX_VALUE);
      boolean isNextKilled = kills.stream().anyMatch(one -> one > kill && one < at);
      boolean isMaster = loss.path("what").asText().startsWith("the master of term");
      if (isMaster && kill >= running && at < entered(report, "EXITED") && !isNextKilled) {
        times.add((at - kill) / 1000);
      }
    }
    return times;
  }
}
