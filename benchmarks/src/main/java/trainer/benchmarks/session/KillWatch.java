package trainer.benchmarks.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** The time from a worker's death by {@code kill -9} until other workers have its tasks. */
final class KillWatch {
  private static final long POLL_MILLIS = 50;
  private static final int BLOCK_RECORDS = 10;

  /** The time for which all workers are there before the next one is killed. */
  private static final long BETWEEN_MILLIS = 5000;

  private final SessionProcess session;
  private final List<String> jobs = new ArrayList<>();

  KillWatch(SessionProcess session) {
    this.session = session;
  }

  /** Kills workers one after the other; prints each time, and the median and the worst. */
  void run(SleepingJobs models, List<Integer> millis, int kills)
      throws IOException, InterruptedException {
    int workers = session.workers().size();
    for (int each : millis) {
      jobs.add(models.score(session, each, BLOCK_RECORDS));
    }
    session.await(
        status ->
            jobs.stream()
                .allMatch(job -> SessionProcess.job(status, job).path("scored").asLong() > 0));
    List<Double> seconds = new ArrayList<>();
    for (int kill = 0; kill < kills; kill++) {
      session.await(status -> status.path("workers").asInt() == workers);
      Thread.sleep(BETWEEN_MILLIS + ThreadLocalRandom.current().nextLong(1000));
      double time = kill(kill);
      if (!Double.isNaN(time)) {
        seconds.add(time);
      }
    }
    Collections.sort(seconds);
    System.out.printf(
        Locale.ROOT,
        "%d kills with tasks: median %.2f s, worst %.2f s%n",
        seconds.size(),
        seconds.get(seconds.size() / 2),
        seconds.get(seconds.size() - 1));
    for (String job : jobs) {
      session.await(
          status ->
              SessionProcess.job(status, job)
                  .path("state")
                  .asText()
                  .matches("EXITED|FAILED|KILLED"));
      JsonNode scores = session.status(job).path("scores");
      System.out.println(
          job
              + ": "
              + scores.path("rows").asLong()
              + " rows, score id "
              + scores.path("scoreId").asText());
    }
  }

  /** Kills one; the time of the master: from the death until no task of it waits for a worker. */
  private double kill(int number) throws IOException, InterruptedException {
    List<ProcessHandle> alive = session.workers();
    ProcessHandle victim = alive.get(ThreadLocalRandom.current().nextInt(alive.size()));
    Map<String, Integer> before = new HashMap<>();
    int tasks = 0;
    for (String job : jobs) {
      JsonNode status = session.status(job);
      int held = held(status, victim.pid());
      tasks += held;
      if (held > 0) {
        before.put(job, status.path("survived").size());
      }
    }
    long killed = System.currentTimeMillis();
    victim.destroyForcibly();
    double worst = 0;
    for (Map.Entry<String, Integer> of : before.entrySet()) {
      JsonNode survived = session.status(of.getKey()).path("survived");
      while (survived.size() == of.getValue()) {
        Thread.sleep(POLL_MILLIS);
        survived = session.status(of.getKey()).path("survived");
      }
      JsonNode last = survived.get(survived.size() - 1);
      long until = last.path("when").asLong() + (long) (1000 * last.path("seconds").asDouble());
      worst = Math.max(worst, (until - killed) / 1e3);
    }
    System.out.printf(
        Locale.ROOT,
        "kill %d: %d tasks of %d jobs in other hands after %.2f s%n",
        number + 1,
        tasks,
        before.size(),
        worst);
    return before.isEmpty() ? Double.NaN : worst;
  }

  /** The tasks of a job that a process holds. */
  private static int held(JsonNode status, long pid) {
    Map<Integer, Long> pids = new HashMap<>();
    for (JsonNode container : status.path("containers")) {
      pids.put(container.path("index").asInt(), container.path("pid").asLong()); // the newest
    }
    int held = 0;
    for (JsonNode task : status.at("/tasks/hands")) {
      held += pids.getOrDefault(task.path("worker").asInt(), 0L) == pid ? 1 : 0;
    }
    return held;
  }
}
