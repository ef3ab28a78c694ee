package trainer.it.masters.standby;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import trainer.it.cluster.JobProcesses;
import trainer.it.cluster.TrainerClient;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.Masters;
import trainer.it.masters.ScoredRows;
import trainer.testkit.CompiledJar;

/**
 * Scoring with a standby while leaders are killed: of one job, and of two jobs of a session whose
 * workers serve both. The model takes its time for each row and notes when it scored.
 */
final class StandbyScoring {
  private static final int MICROS = 2000;
  private static final int WORKERS = 2;
  private static final int CALM_MILLIS = 2000;

  /** A kill may show so long afterwards. */
  private static final long AFTER_MILLIS = 4000;

  /** Three times what the workers have in hand of tasks of 0.1 s. */
  private static final long MOST_GAP_MILLIS = 1000;

  private static final long PATIENCE_SECONDS = 300;
  private static final long POLL_MILLIS = 50;

  private final TrainerClient trainer;
  private final Path home;
  private final List<String> where;
  private final Configuration hadoop;
  private final Random random;
  private final Path times;
  private final Path jar;
  private final int rows;
  private int outputs;
  private String scoreId;

  /**
   * @param where the options of the place: {@code --master} and a configuration
   * @param rows that each job scores, 2 ms each
   */
  StandbyScoring(
      TrainerClient trainer,
      Path home,
      List<String> where,
      Configuration hadoop,
      int rows,
      Random random)
      throws Exception {
    this.trainer = trainer;
    this.home = home;
    this.where = where;
    this.hadoop = hadoop;
    this.rows = rows;
    this.random = random;
    this.times = Files.createDirectory(home.resolve("times"));
    try (InputStream source = TrainerClient.class.getResourceAsStream("Sleeping.txt")) {
      String text = new String(source.readAllBytes(), StandardCharsets.UTF_8);
      jar = CompiledJar.of(home.resolve("sleeping.jar"), Map.of("com.example.Sleeping", text));
    }
    StringBuilder csv = new StringBuilder("id,age,bought\n");
    for (int i = 0; i < rows; i++) {
      csv.append(i).append(',').append(18 + i * 7 % 60).append(i % 3 == 0 ? ",yes\n" : ",no\n");
    }
    Files.writeString(home.resolve("rows.csv"), csv.toString());
    List<String> training = new ArrayList<>(List.of("submit", "--master", "local"));
    training.addAll(List.of("--input", home.resolve("rows.csv").toString(), "--label", "bought"));
    training.addAll(List.of("--features=-id", "--jars", jar.toString()));
    training.addAll(List.of("--model", "com.example.Sleeping"));
    training.add("-Dtrainer.model.args.micros=" + MICROS);
    training.add("-Dtrainer.model.args.times=" + times);
    training.addAll(List.of("--output", home.resolve("model").toString()));
    trainer.run(training.toArray(new String[0])).ok();
    forget();
  }

  private void forget() throws IOException {
    try (var files = Files.list(times)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  /** Scores once with one job; returns what is wrong. */
  List<String> job(int kills) throws Exception {
    forget();
    String output = output();
    List<String> words = scoring(output);
    words.addAll(List.of("--workers", "" + WORKERS, "-Dtrainer.standby=true"));
    words.addAll(where);
    DisturbedJob job = DisturbedJob.score(trainer, home, words);
    List<String> faults = new ArrayList<>();
    List<Long> moments =
        kill(new Masters(job::processes, this::await), kills, job::isAlive, faults);
    DisturbedJob.End end = job.await();
    sayGaps(moments, faults);
    if (end.report() == null || end.exitCode() != 0) {
      return List.of(end.told());
    }
    check(end.report(), output, faults);
    int members = end.containersOfMembers().size();
    if (members != WORKERS) {
      faults.add(members + " containers of workers");
    }
    return faults;
  }

  /** Scores with two jobs of a session at once; returns what is wrong. */
  List<String> session(int kills) throws Exception {
    forget();
    List<String> start = new ArrayList<>(List.of("session", "start", "--json", "--standby"));
    start.addAll(List.of("--workers", "" + WORKERS, "-Dtrainer.worker.memory-mb=512"));
    start.addAll(List.of("-Dtrainer.master.attempts=100"));
    start.addAll(where);
    Path out = home.resolve("session.out");
    Path err = home.resolve("session.err");
    Process client = trainer.start(out, err, start.toArray(new String[0])); // locally it stays
    await("the session", () -> Files.readString(out).contains("}"));
    String session = trainer.result(0, out, err).json().path("sessionId").asText();
    try {
      return session(session, kills);
    } finally {
      client.destroy(); // it has ended, unless this fails
    }
  }

  private List<String> session(String session, int kills) throws Exception {
    String application = session + ".0";
    List<String> output = List.of(output(), output());
    for (String one : output) {
      List<String> words = new ArrayList<>(List.of("score", "--json", "--detach"));
      words.addAll(List.of("--session", session));
      words.addAll(scoring(one));
      run(place(words));
    }
    List<String> faults = new ArrayList<>();
    Masters masters = new Masters(role -> DisturbedJob.processes(application, role), this::await);
    if (kills > 0) {
      await("its standby knows both jobs", () -> isKnown(masters, session));
    }
    List<Long> moments =
        kill(masters, kills, () -> !isOver(session + ".1") && !isOver(session + ".2"), faults);
    for (int job = 1; job <= output.size(); job++) {
      String id = session + "." + job;
      await(id + " is over", () -> isOver(id));
      check(status(id), output.get(job - 1), faults);
    }
    sayGaps(moments, faults);
    run(place(new ArrayList<>(List.of("session", "stop", "--json", session))));
    JobProcesses.awaitNoneOf(application);
    return faults;
  }

  private static boolean isKnown(Masters masters, String session) throws IOException {
    Optional<ProcessHandle> standby = masters.standby();
    return standby.isPresent()
        && Masters.log(standby.get()).stream()
            .anyMatch(
                line -> line.contains("Ready to lead [" + session + ".1, " + session + ".2]"));
  }

  private void check(JsonNode report, String output, List<String> faults) throws IOException {
    String found = report.at("/scores/scoreId").asText();
    scoreId = scoreId == null ? found : scoreId;
    if (!report.path("state").asText().equals("EXITED") || !found.equals(scoreId)) {
      faults.add("score id " + found + " of a job that is " + report.path("state"));
    }
    faults.addAll(new ScoredRows(hadoop, output).faults(rows));
  }

  /**
   * Kills leaders, each once its standby is ready.
   *
   * @return when; the first is the begin, without a kill
   */
  private List<Long> kill(
      Masters masters, int kills, DisturbedJob.Condition isOpen, List<String> faults)
      throws Exception {
    await("a row is scored", () -> !ScoringTimes.in(times).millis().isEmpty());
    List<Long> moments = new ArrayList<>(List.of(System.currentTimeMillis()));
    List<ProcessHandle> workers = masters.processes().of("worker");
    while (moments.size() <= kills && isOpen.isSo()) {
      ProcessHandle leader = masters.awaitFollowedLeader();
      TimeUnit.MILLISECONDS.sleep(CALM_MILLIS + random.nextInt(CALM_MILLIS));
      moments.add(System.currentTimeMillis());
      leader.destroyForcibly();
      leader.onExit().join();
    }
    if (moments.size() <= kills) {
      faults.add("over after " + (moments.size() - 1) + " kills of " + kills);
    }
    if (!masters.processes().of("worker").equals(workers)) {
      faults.add("other workers: " + masters.processes().of("worker"));
    }
    return moments;
  }

  /** Says how long no row was scored, once all are. */
  private void sayGaps(List<Long> moments, List<String> faults) throws IOException {
    ScoringTimes all = ScoringTimes.in(times);
    long begin = moments.get(0);
    List<Long> kills = moments.subList(1, moments.size());
    List<Long> gaps = kills.stream().map(at -> all.longestGap(at, at + AFTER_MILLIS)).toList();
    System.out.printf(
        "longest time without a row: calm %d ms, after kills %s ms%n",
        all.longestGap(begin, kills.get(0)), gaps);
    gaps.stream()
        .filter(gap -> gap > MOST_GAP_MILLIS)
        .forEach(gap -> faults.add("no row for " + gap + " ms"));
  }

  private String output() {
    return home.resolve("scored-" + outputs++).toUri().toString();
  }

  private List<String> scoring(String output) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--model", home.resolve("model").toUri().toString()));
    words.addAll(List.of("--jars", jar.toString(), "--keep", "id"));
    words.addAll(List.of("--input", home.resolve("rows.csv").toUri().toString()));
    words.addAll(List.of("--output", output, "-Dtrainer.block.records=50"));
    return words;
  }

  /** The place, for a command on a session: its configuration without the master. */
  private List<String> place(List<String> words) {
    int at = where.indexOf("-conf");
    words.addAll(at < 0 ? List.of() : where.subList(at, at + 2));
    return words;
  }

  private JsonNode run(List<String> words) throws Exception {
    return trainer.run(words.toArray(new String[0])).ok().json();
  }

  private JsonNode status(String job) throws IOException {
    try {
      return run(place(new ArrayList<>(List.of("status", "--json", job))));
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private boolean isOver(String job) throws IOException {
    return status(job).path("state").asText().matches("EXITED|FAILED|KILLED");
  }

  private void await(String what, DisturbedJob.Condition condition)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.isSo()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never came: " + what);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }
}
