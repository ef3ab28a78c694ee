package trainer.it.masters;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;

/** Jobs with three pservers on two nodes, of which pservers are killed, and their masters' logs. */
final class PserverJobs {
  static final int PSERVERS = 3;
  static final int WORKERS = 2;
  static final int RECORDS = 4000;

  /** Some 20 s of resting workers: longer than it takes to learn what was lost. */
  static final int EPOCHS_A_KILL = 100;

  private static final int BLOCK = 500;
  private static final int BLOCKS = 4;

  /** Records of a version. */
  static final int MINIBATCH = BLOCK * BLOCKS;

  private static final int REST_MILLIS = 50;
  private static final long POLL_MILLIS = 20;
  private static final long PATIENCE_SECONDS = 120;

  private final TrainerClient trainer;
  private final Path home;
  private final TwoNodes cluster;
  private final UnhurriedModel model;

  PserverJobs(Path home, TwoNodes cluster) throws IOException {
    this.trainer = new TrainerClient(home);
    this.home = home;
    this.cluster = cluster;
    this.model = new UnhurriedModel(home);
  }

  void generate() throws Exception {
    generate("train", 1);
  }

  /** Has records generated that no job is trained on, and tells jobs to score them. */
  List<String> heldOut() throws Exception {
    return List.of("--validation", generate("held-out", 2));
  }

  private String generate(String name, int seed) throws Exception {
    String data = home.resolve(name).toUri().toString();
    trainer
        .run(
            "generate",
            "--kind",
            "clicks",
            "--records",
            String.valueOf(RECORDS),
            "--seed",
            String.valueOf(seed),
            "--output",
            data)
        .ok();
    return data;
  }

  /** What has a model count the blocks it is trained on. */
  List<String> counting() {
    return model.counting();
  }

  /** One that nobody disturbs, which no worker slows down. */
  DisturbedJob.End undisturbed(int kills, List<String> options) throws Exception {
    return submit("quiet", kills, options).await();
  }

  /** One whose workers rest until they are told to hurry; it trains already. */
  DisturbedJob training(int kills, List<String> options) throws Exception {
    List<String> all = new ArrayList<>(options);
    all.addAll(model.resting(REST_MILLIS));
    DisturbedJob job = submit("killed", kills, all);
    job.awaitSaid(" RUNNING [");
    return job;
  }

  /** From now on no worker rests. */
  DisturbedJob.End end(DisturbedJob job) throws Exception {
    model.hurry();
    return job.await();
  }

  private DisturbedJob submit(String output, int kills, List<String> more) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--master",
                "yarn",
                "-conf",
                cluster.site().toString(),
                "--input",
                home.resolve("train").toUri().toString(),
                "--output",
                home.resolve(output).toUri().toString(),
                "--epochs",
                String.valueOf(EPOCHS_A_KILL * kills),
                "--workers",
                String.valueOf(WORKERS),
                "--pservers",
                String.valueOf(PSERVERS),
                "-Dtrainer.master.attempts=100",
                "-Dtrainer.block.records=" + BLOCK,
                "-Dtrainer.minibatch.blocks=" + BLOCKS));
    arguments.addAll(model.options());
    arguments.addAll(more);
    return DisturbedJob.submit(trainer, home, arguments);
  }

  /** The process that has this place now. */
  static ProcessHandle pserver(DisturbedJob job, int index) throws IOException {
    String place = "-Dtrainer.index=" + index + " ";
    return job.processes("pserver").stream()
        .filter(process -> process.info().commandLine().orElse("").contains(place))
        .max(Comparator.comparing(process -> process.info().startInstant().orElseThrow()))
        .orElseThrow(() -> new AssertionError("there is no pserver " + index));
  }

  /** Of the master that leads now. */
  Path masterLog(DisturbedJob job) throws IOException {
    String container = DisturbedJob.containerOf(job.master().orElseThrow());
    for (Path folder : cluster.folders()) {
      try (Stream<Path> all = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
        Path found =
            all.filter(file -> file.endsWith(Path.of(container, "log"))).findAny().orElse(null);
        if (found != null) {
          return found;
        }
      }
    }
    throw new AssertionError("no log of " + container + " in " + cluster.folders());
  }

  /** How many lines of a log have all these words. */
  static long said(Path log, String... words) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> Stream.of(words).allMatch(line::contains)).count();
    }
  }

  /** Waits until a log has more such lines than before, or the job has ended. */
  static void awaitSaid(DisturbedJob job, Path log, long before, String... words) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (job.isAlive() && said(log, words) <= before) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "no '" + String.join(" ... ", words) + "' for " + PATIENCE_SECONDS + " s, see " + log);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** Waits until another master leads, or the job has ended. */
  static void awaitMaster(DisturbedJob job, ProcessHandle before) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (job.isAlive() && job.master().filter(one -> !one.equals(before)).isEmpty()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("no other master within " + PATIENCE_SECONDS + " s");
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }
}
