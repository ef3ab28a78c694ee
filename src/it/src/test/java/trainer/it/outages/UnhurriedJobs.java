package trainer.it.outages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;
import trainer.it.masters.DisturbedJob;

/**
 * Jobs that give outages time to happen: their workers rest at each block. Input and output are on
 * the cluster. What an undisturbed one gives is computed here, without rest.
 */
final class UnhurriedJobs {
  private static final int RECORDS = 20_000;
  private static final int REST_MILLIS = 40;
  private static final String FOLDER = "/outages/" + ProcessHandle.current().pid();
  private static final String INPUT = FOLDER + "/data";

  private final TrainerClient here;
  private final TrainerClient there;
  private final Path home;
  private final Map<Integer, DisturbedJob.End> undisturbed = new HashMap<>();
  private final UnhurriedModel model;
  private final List<String> always = new ArrayList<>();
  private int jobs;

  UnhurriedJobs(Path home, RealCluster cluster) throws Exception {
    this.home = home;
    this.here = new TrainerClient(home);
    this.there = here.with(Map.of("HADOOP_CONF_DIR", cluster.configuration()));
    this.model = new UnhurriedModel(home);
    generate(here, local());
    generate(there, INPUT);
  }

  private String local() {
    return home.resolve("data").toUri().toString();
  }

  private static void generate(TrainerClient trainer, String output) throws Exception {
    trainer
        .run(
            "generate",
            "--kind",
            "clicks",
            "--records",
            String.valueOf(RECORDS),
            "--files",
            "4",
            "--output",
            output,
            "--overwrite")
        .ok();
  }

  /** From here on all have these settings, also the undisturbed ones. */
  void always(String... settings) {
    always.addAll(List.of(settings));
  }

  /** A user of the cluster. */
  TrainerClient client() {
    return there;
  }

  /** Submits the next one, of two workers where nothing else is said, and waits until it trains. */
  DisturbedJob start(int epochs, int pservers, String... more) throws Exception {
    List<String> all = new ArrayList<>(List.of(more));
    if (!all.contains("--workers")) {
      all.addAll(List.of("--workers", "2"));
    }
    DisturbedJob job = submit(epochs, pservers, all);
    job.awaitSaid(" RUNNING [");
    return job;
  }

  /** Submits the next one. */
  DisturbedJob submit(int epochs, int pservers, List<String> more) throws Exception {
    List<String> arguments = arguments(INPUT, FOLDER + "/model" + jobs++, epochs);
    arguments.addAll(model.resting(REST_MILLIS));
    arguments.addAll(List.of("-Dtrainer.master.attempts=20", "--master", "yarn"));
    arguments.addAll(List.of("--pservers", String.valueOf(pservers)));
    arguments.addAll(more);
    return DisturbedJob.submit(there, home, arguments);
  }

  /** Submits one of another queue, of four containers, that does not rest. */
  DisturbedJob beside(String queue, int epochs) throws Exception {
    List<String> arguments = arguments(INPUT, FOLDER + "/beside", epochs);
    arguments.addAll(List.of("--master", "yarn", "--workers", "2", "-Dtrainer.queue=" + queue));
    return DisturbedJob.submit(there, home, arguments);
  }

  /** Where the newest one's model will be. */
  String output() {
    return FOLDER + "/model" + (jobs - 1);
  }

  /** How a job of so many epochs ends that nobody disturbs. */
  DisturbedJob.End undisturbed(int epochs) throws Exception {
    if (!undisturbed.containsKey(epochs)) {
      String output = home.resolve("undisturbed" + epochs).toUri().toString();
      List<String> arguments = arguments(local(), output, epochs);
      arguments.addAll(List.of("--master", "local", "--overwrite")); // of the outage before
      DisturbedJob.End end = DisturbedJob.submit(here, home, arguments).await();
      if (end.exitCode() != 0) {
        throw new IllegalStateException("nobody disturbed it; " + end.told());
      }
      undisturbed.put(epochs, end);
    }
    return undisturbed.get(epochs);
  }

  /** What happens to the newest one is over. */
  void hurry() throws IOException {
    model.hurry();
  }

  private List<String> arguments(String input, String output, int epochs) {
    List<String> arguments = new ArrayList<>(List.of("--input", input, "--output", output));
    arguments.addAll(List.of("--epochs", String.valueOf(epochs)));
    arguments.addAll(model.options());
    arguments.addAll(always);
    return arguments;
  }
}
