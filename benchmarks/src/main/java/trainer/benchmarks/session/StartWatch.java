package trainer.benchmarks.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The time from the acceptance of a second job until its first row is scored, while a first one
 * keeps all workers busy.
 */
final class StartWatch {
  private static final int BLOCK_RECORDS = 2;

  private final SessionProcess session;

  StartWatch(SessionProcess session) {
    this.session = session;
  }

  /** Starts the second job so many times; kills it each time that it has scored a row. */
  void run(Client client, SleepingJobs models, List<Integer> millis, int starts)
      throws IOException, InterruptedException {
    models.score(session, millis.get(0), BLOCK_RECORDS);
    session.await(status -> status.at("/jobs/0/scored").asLong() > 0);
    List<Double> seconds = new ArrayList<>();
    for (int start = 0; start < starts; start++) {
      long began = System.currentTimeMillis();
      String job = models.score(session, millis.get(1), BLOCK_RECORDS);
      JsonNode scored =
          session.await(status -> SessionProcess.job(status, job).path("scored").asLong() > 0);
      long accepted = SessionProcess.job(scored, job).path("acceptedAt").asLong();
      double time = (System.currentTimeMillis() - accepted) / 1e3;
      seconds.add(time);
      System.out.printf(
          Locale.ROOT,
          "start %d: accepted %.2f s after the command began, a row scored %.2f s later%n",
          start + 1,
          (accepted - began) / 1e3,
          time);
      client.run("kill " + job);
      session.await(
          status -> SessionProcess.job(status, job).path("state").asText().equals("KILLED"));
    }
    Collections.sort(seconds);
    System.out.printf(
        Locale.ROOT,
        "%d starts: median %.2f s, worst %.2f s%n",
        starts,
        seconds.get(starts / 2),
        seconds.get(starts - 1));
  }
}
