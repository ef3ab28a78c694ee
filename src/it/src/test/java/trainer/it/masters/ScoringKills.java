package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import trainer.it.cluster.TrainerClient;

/**
 * Kills masters, workers and pservers of scoring jobs at every failpoint of the output's commit,
 * and says of each job what is wrong with its output. Run by {@code bin/kill-scoring}.
 */
public final class ScoringKills {
  /** Every failpoint of the commit. Those of a line are for one job. */
  private static final List<String> POINTS =
      List.of(
          "worker.afterRows:3,master.afterFileWritten,master.beforeRename,master.afterEnded",
          "worker.beforeFileClosed,master.beforeFileWritten,master.afterPublishingBegun"
              + ",master.afterExported",
          "worker.afterFileClosed,master.beforePublishingBegun,master.afterRename"
              + ",master.beforeEnded",
          "worker.afterRows,master.beforeAppend:12,master.beforeExported,master.beforeLeaving");

  /** The same for jobs whose model two pservers serve. */
  private static final List<String> SERVED =
      List.of(
          "pserver.beforeValues:5,master.afterFileWritten",
          "pserver.duringLoad,worker.beforePull:3,master.beforeEnded");

  private static final int ROWS = 60_000;

  private final TrainerClient trainer;
  private final Path home;
  private final List<String> where;
  private final Configuration hadoop;
  private String scoreId;
  private int jobs;
  private int kills;
  private int wrong;

  private ScoringKills(TrainerClient trainer, Path home, List<String> where, Configuration hadoop) {
    this.trainer = trainer;
    this.home = home;
    this.where = where;
    this.hadoop = hadoop;
  }

  /**
   * Says what it saw, and ends with 0 if all was well.
   *
   * @param arguments a folder; {@code embedded} or the folder of a cluster's configuration; then
   *     names of failpoints, those of one job separated by commas; all of them if none
   */
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    TrainerClient trainer = new TrainerClient(home);
    List<String> named = Arrays.asList(arguments).subList(2, arguments.length);
    List<String> points = named.isEmpty() ? POINTS : named;
    Configuration hadoop = new Configuration();
    boolean ok;
    if (arguments[1].equals("embedded")) {
      try (TwoNodes cluster = new TwoNodes(home, hadoop)) {
        List<String> where = List.of("--master", "yarn", "-conf", cluster.site().toString());
        hadoop.addResource(cluster.site().toUri().toURL());
        ok = new ScoringKills(trainer, home, where, hadoop).run(points);
      }
    } else {
      for (String file : List.of("core-site.xml", "hdfs-site.xml")) {
        hadoop.addResource(Path.of(arguments[1], file).toUri().toURL());
      }
      TrainerClient configured = trainer.with(Map.of("HADOOP_CONF_DIR", arguments[1]));
      List<String> where = List.of("--master", "yarn");
      ok = new ScoringKills(configured, home, where, hadoop).run(points);
    }
    Runtime.getRuntime().halt(ok ? 0 : 1); // the daemons take their time
  }

  private boolean run(List<String> points) throws Exception {
    Path rows = Files.writeString(home.resolve("rows.csv"), table());
    List<String> training = new ArrayList<>(List.of("submit", "--master", "local"));
    training.addAll(List.of("--input", rows.toString(), "--label", "bought", "--features=-id"));
    training.addAll(List.of("--output", home.resolve("model").toString()));
    trainer.run(training.toArray(new String[0])).ok();
    for (int workers : new int[] {1, 2, 8}) {
      for (String format : List.of("csv", "parquet")) {
        score(workers, format, "", false);
        score(workers, format, "", true);
        for (String group : points) {
          score(workers, format, group, false);
        }
        for (String group : points == POINTS ? SERVED : List.<String>of()) {
          score(workers, format, group, true);
        }
      }
    }
    System.out.printf("%d jobs, %d kills, %d wrong; score id %s%n", jobs, kills, wrong, scoreId);
    return wrong == 0;
  }

  private static String table() {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder csv = new StringBuilder("id,age,city,bought\n");
    for (int i = 0; i < ROWS; i++) {
      int age = 18 + random.nextInt(60);
      csv.append(i).append(',').append(age).append(",c").append(random.nextInt(500));
      csv.append(random.nextInt(60) < age - 18 ? ",yes\n" : ",no\n");
    }
    return csv.toString();
  }

  /** Scores once; {@code group} has the failpoints, none for an undisturbed job. */
  private void score(int workers, String format, String group, boolean isServed) throws Exception {
    Path once = Files.createTempDirectory(home, "once");
    TrainerClient client =
        group.isEmpty()
            ? trainer
            : trainer.dyingAt(group.replace(",", "@" + once + ",") + "@" + once);
    org.apache.hadoop.fs.Path folder = FileSystem.get(hadoop).getHomeDirectory();
    String output = folder + "/scored-" + jobs++;
    try (OutputWatch watch = new OutputWatch(hadoop, output)) {
      DisturbedJob.End end =
          DisturbedJob.score(client, home, arguments(workers, format, output, isServed)).await();
      List<String> faults = new ArrayList<>(watch.faults());
      if (end.report() == null || end.exitCode() != 0) {
        faults.add("exit code " + end.exitCode() + ": " + end.said());
      } else {
        faults.addAll(compare(end.report()));
        faults.addAll(new ScoredRows(hadoop, output).faults(ROWS));
      }
      int hit = hits(once, group, faults);
      kills += hit;
      wrong += faults.isEmpty() ? 0 : 1;
      System.out.printf(
          "%d workers, %s, %s, %d kills %s: %s, output looked at %d times%n",
          workers,
          isServed ? "2 pservers" : "no pserver",
          format,
          hit,
          group,
          faults.isEmpty() ? "ok" : "WRONG " + faults,
          watch.looks());
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

  private List<String> compare(JsonNode report) {
    String found = report.path("scores").path("scoreId").asText();
    if (scoreId == null) {
      scoreId = found;
    }
    return found.equals(scoreId) ? List.of() : List.of("score id " + found);
  }

  private List<String> arguments(int workers, String format, String output, boolean isServed)
      throws IOException {
    List<String> all = new ArrayList<>(where);
    if (isServed) {
      all.addAll(List.of("--pservers", "2", "-Dtrainer.score.model=pserver"));
      all.add("-Dtrainer.pserver.memory-mb=512");
    }
    all.addAll(List.of("--model", home.resolve("model").toUri().toString(), "--keep", "id"));
    all.addAll(List.of("--input", home.resolve("rows.csv").toUri().toString()));
    all.addAll(List.of("--output", output, "--output-format", format));
    all.addAll(List.of("--workers", String.valueOf(workers)));
    all.addAll(List.of("-Dtrainer.block.records=500", "-Dtrainer.worker.memory-mb=512"));
    all.addAll(List.of("-Dtrainer.master.attempts=100", "-Dtrainer.master.patience=90s"));
    return all;
  }
}
