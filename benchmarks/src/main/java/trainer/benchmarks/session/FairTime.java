package trainer.benchmarks.session;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The command {@code benchmarks/fair-time}; its script has the arguments. */
public final class FairTime {
  /** The kinds of measurement, with their usual numbers of seconds, kills or starts. */
  private enum Measure {
    RATES(100, 1),
    KILLS(20, 40),
    STARTS(5, 30),
    FAULTS(100, 2);

    private final int count;

    /** The approximate duration of one of these, in seconds. */
    private final int seconds;

    Measure(int count, int seconds) {
      this.count = count;
      this.seconds = seconds;
    }
  }

  /** The input lasts longer than the measurement by this factor. */
  private static final double SPARE = 1.3;

  private FairTime() {}

  /**
   * Measures.
   *
   * @param arguments the root of the sources; a scratch folder; {@code rates}, {@code kills},
   *     {@code starts} or {@code faults}; the number of workers; for each model the milliseconds a
   *     row; then, after {@code --}, the number of seconds, kills or starts. {@code rates} takes
   *     further disturbances, such as {@code slow@80} at second 80, and {@code faults} takes {@code
   *     crash}, {@code hang} or {@code memory}
   */
  public static void main(String[] arguments) throws Exception {
    Path project = Path.of(arguments[0]);
    Client client = new Client(project.resolve("bin/trainer"), Path.of(arguments[1]));
    List<String> words = Arrays.asList(arguments).subList(4, arguments.length);
    int bar = words.contains("--") ? words.indexOf("--") : words.size();
    List<Integer> millis = words.subList(0, bar).stream().map(Integer::valueOf).toList();
    List<String> rest = words.subList(Math.min(bar + 1, words.size()), words.size());
    Measure what = Measure.valueOf(arguments[2].toUpperCase(Locale.ROOT));
    int count = rest.isEmpty() ? what.count : Integer.parseInt(rest.get(0));
    int workers = Integer.parseInt(arguments[3]);
    double rate = workers * 1000.0 / millis.stream().mapToInt(Integer::intValue).sum();
    SleepingJobs jobs =
        new SleepingJobs(client, project, (int) (SPARE * rate * count * what.seconds));
    for (int each : millis) {
      jobs.train(each);
    }
    try (SessionProcess session =
        SessionProcess.start(client, workers, "-Dtrainer.worker.memory-mb=400")) {
      switch (what) {
        case RATES -> new RateWatch(jobs, workers, millis, disturbances(rest)).run(session, count);
        case KILLS -> new KillWatch(session).run(jobs, millis, count);
        case STARTS -> new StartWatch(session).run(client, jobs, millis, count);
        case FAULTS -> new FaultWatch(session).run(jobs, millis, rest.get(1), count);
      }
    }
  }

  private static List<RateWatch.Disturbance> disturbances(List<String> rest) {
    return rest.stream().skip(1).map(RateWatch.Disturbance::parse).toList();
  }
}
