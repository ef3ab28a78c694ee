package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import trainer.it.cluster.TrainerClient;
import trainer.testkit.CompiledJar;

/**
 * Kills masters and workers of sessions whose scoring jobs share a pool at every failpoint of the
 * output's commit, and says of each job what is wrong with its output. Run by {@code
 * bin/kill-pool}.
 */
public final class PoolKills {
  /** Every failpoint of the commit. Those of a line are for one session. */
  private static final List<String> POINTS =
      List.of(
          "worker.afterRows:3,master.afterFileWritten,master.beforeRename,master.afterEnded",
          "worker.beforeFileClosed,master.beforeFileWritten,master.afterPublishingBegun"
              + ",master.afterExported",
          "worker.afterFileClosed,master.beforePublishingBegun,master.afterRename"
              + ",master.beforeEnded",
          "worker.afterRows,master.beforeAppend:12,master.beforeExported");

  private static final int ROWS = 2000;

  /** The microseconds a row of each model; the models are the same otherwise. */
  private static final List<Integer> MICROS = List.of(2000, 4000);

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long POLL_MILLIS = 500;

  private final TrainerClient trainer;
  private final Path home;
  private final Configuration hadoop;
  private Path jar;
  private String scoreId;
  private int jobs;
  private int kills;
  private int wrong;

  private PoolKills(TrainerClient trainer, Path home, Configuration hadoop) {
    this.trainer = trainer;
    this.home = home;
    this.hadoop = hadoop;
  }

  /**
   * Says what it saw, and ends with 0 if all was well.
   *
   * @param arguments a folder; then names of failpoints, those of one session separated by commas;
   *     all of them if none
   */
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    List<String> named = Arrays.asList(arguments).subList(1, arguments.length);
    Configuration hadoop = new Configuration();
    boolean ok;
    try (TwoNodes cluster = new TwoNodes(home, hadoop)) {
      hadoop.addResource(cluster.site().toUri().toURL());
      ok =
          new PoolKills(new TrainerClient(home), home, hadoop)
              .run(named.isEmpty() ? POINTS : named);
    }
    Runtime.getRuntime().halt(ok ? 0 : 1); // the daemons take their time
  }

  private boolean run(List<String> points) throws Exception {
    try (InputStream source = TrainerClient.class.getResourceAsStream("Sleeping.txt")) {
      String text = new String(source.readAllBytes(), StandardCharsets.UTF_8);
      jar = CompiledJar.of(home.resolve("sleeping.jar"), Map.of("com.example.Sleeping", text));
    }
    StringBuilder csv = new StringBuilder("id,age,bought\n");
    for (int i = 0; i < ROWS; i++) {
      csv.append(i).append(',').append(18 + i * 7 % 60).append(i % 3 == 0 ? ",yes\n" : ",no\n");
    }
    Files.writeString(home.resolve("rows.csv"), csv.toString());
    for (int micros : MICROS) {
      List<String> training = new ArrayList<>(List.of("submit", "--master", "local"));
      training.addAll(List.of("--input", home.resolve("rows.csv").toString()));
      training.addAll(List.of("--label", "bought", "--features=-id", "--jars", jar.toString()));
      training.addAll(List.of("--model", "com.example.Sleeping"));
      training.add("-Dtrainer.model.args.micros=" + micros);
      training.addAll(List.of("--output", model(micros).toString()));
      trainer.run(training.toArray(new String[0])).ok();
    }
    for (int workers : new int[] {1, 2, 8}) {
      for (int count = 1; count <= MICROS.size(); count++) {
        score(workers, count, "");
        for (String group : points) {
          score(workers, count, group);
        }
      }
    }
    System.out.printf("%d jobs, %d kills, %d wrong; score id %s%n", jobs, kills, wrong, scoreId);
    return wrong == 0;
  }

  private Path model(int micros) {
    return home.resolve("model-" + micros);
  }

  /** The jobs of one session; {@code group} has the failpoints, none for an undisturbed session. */
  private void score(int workers, int count, String group) throws Exception {
    Path once = Files.createTempDirectory(home, "once");
    TrainerClient starting =
        group.isEmpty()
            ? trainer
            : trainer.dyingAt(group.replace(",", "@" + once + ",") + "@" + once);
    List<String> start = with("session", "start", "--json", "--workers", "" + workers);
    start.addAll(List.of("-Dtrainer.worker.memory-mb=512", "-Dtrainer.master.attempts=100"));
    start.add("-Dtrainer.master.patience=90s");
    String session = run(starting, start).path("sessionId").asText();
    List<String> outputs = new ArrayList<>();
    for (int micros : MICROS.subList(0, count)) {
      String output = FileSystem.get(hadoop).getHomeDirectory() + "/scored-" + jobs++;
      outputs.add(output);
      List<String> job = with("score", "--json", "--detach", "--session", session, "--keep", "id");
      job.addAll(List.of("--model", model(micros).toUri().toString(), "--jars", jar.toString()));
      job.addAll(List.of("--input", home.resolve("rows.csv").toUri().toString()));
      job.addAll(List.of("--output", output, "-Dtrainer.block.records=25"));
      run(trainer, job);
    }
    List<String> faults = new ArrayList<>();
    for (int job = 1; job <= count; job++) {
      JsonNode report = awaitEnd(session + "." + job);
      if (!report.path("state").asText().equals("EXITED")) {
        faults.add(
            session + "." + job + ": " + report.path("state") + " " + report.path("failure"));
        continue;
      }
      String found = report.at("/scores/scoreId").asText();
      scoreId = scoreId == null ? found : scoreId;
      if (!found.equals(scoreId)) {
        faults.add("score id " + found);
      }
      faults.addAll(new ScoredRows(hadoop, outputs.get(job - 1)).faults(ROWS));
    }
    stop(session);
    int hit = hits(once, group, faults);
    kills += hit;
    wrong += faults.isEmpty() ? 0 : 1;
    System.out.printf(
        "%d workers, %d jobs, %d kills %s: %s%n",
        workers, count, hit, group, faults.isEmpty() ? "ok" : "WRONG " + faults);
  }

  private JsonNode awaitEnd(String job) throws IOException, InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      JsonNode report = run(trainer, with("status", "--json", job));
      boolean isOver = report.path("state").asText().matches("EXITED|FAILED|KILLED");
      if (isOver || System.nanoTime() > until) {
        return report;
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Stops a session; its master may have been killed just now. */
  private void stop(String session) throws IOException, InterruptedException {
    String[] words = with("session", "stop", "--json", session).toArray(new String[0]);
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (trainer.run(words).exitCode() != 0) {
      if (System.nanoTime() > until) {
        throw new IllegalStateException(session + " cannot be stopped");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static int hits(Path once, String group, List<String> faults) {
    int hit = 0;
    for (String point : group.isEmpty() ? new String[0] : group.split(",", -1)) {
      if (Files.exists(once.resolve(point.replaceAll(":.*", "")))) {
        hit++;
      } else {
        faults.add("never came to " + point);
      }
    }
    return hit;
  }

  private List<String> with(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-conf", home.resolve("site.xml").toString()));
    return all;
  }

  private static JsonNode run(TrainerClient client, List<String> words)
      throws IOException, InterruptedException {
    return client.run(words.toArray(new String[0])).ok().json();
  }
}
