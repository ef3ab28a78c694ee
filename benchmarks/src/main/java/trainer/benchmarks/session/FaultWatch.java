package trainer.benchmarks.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;

/**
 * The rate of a job while the code of another one crashes, hangs or takes all memory: it falls by
 * no more than the other's share of the workers.
 */
final class FaultWatch {
  private static final int EVERY_SECONDS = 5;
  private static final int BEFORE_SECONDS = 40;
  private static final int BLOCK_RECORDS = 10;
  private static final String OVER = "EXITED|FAILED|KILLED";

  private final SessionProcess session;

  FaultWatch(SessionProcess session) {
    this.session = session;
  }

  /**
   * Runs two jobs; the first one gets the fault.
   *
   * @param fault {@code crash}, {@code hang} or {@code memory}
   * @param seconds for which to watch from the fault on
   */
  void run(SleepingJobs models, List<Integer> millis, String fault, int seconds)
      throws IOException, InterruptedException {
    String faulty = models.score(session, millis.get(0), BLOCK_RECORDS);
    String sound = models.score(session, millis.get(1), BLOCK_RECORDS);
    Thread.sleep(BEFORE_SECONDS * 1000L);
    double before = SessionProcess.job(session.status(), sound).path("rate").asDouble();
    Files.writeString(models.slower(millis.get(0)), fault);
    System.out.printf(Locale.ROOT, "%.1f rows/s of the sound job, then: %s%n", before, fault);
    double lowest = before;
    for (int at = EVERY_SECONDS; at <= seconds; at += EVERY_SECONDS) {
      Thread.sleep(EVERY_SECONDS * 1000L);
      JsonNode status = session.status();
      JsonNode job = SessionProcess.job(status, sound);
      double rate = job.path("rate").asDouble();
      lowest = job.path("rate").isNumber() ? Math.min(lowest, rate) : lowest;
      System.out.printf(
          Locale.ROOT,
          "%d s: %.1f rows/s, %s; the faulty job %s; %d workers%n",
          at,
          rate,
          job.path("state").asText(),
          SessionProcess.job(status, faulty).path("state").asText(),
          status.path("workers").asInt());
    }
    System.out.printf(
        Locale.ROOT, "the lowest rate of ten seconds is %.2f of that before%n", lowest / before);
    JsonNode end =
        session.await(
            status ->
                SessionProcess.job(status, sound).path("state").asText().matches(OVER)
                    && SessionProcess.job(status, faulty).path("state").asText().matches(OVER));
    JsonNode scores = session.status(sound).path("scores");
    System.out.printf(
        "the sound job %s, %d rows, score id %s; the faulty one %s%n",
        SessionProcess.job(end, sound).path("state").asText(),
        scores.path("rows").asLong(),
        scores.path("scoreId").asText(),
        SessionProcess.job(end, faulty).path("failed").asText());
  }
}
