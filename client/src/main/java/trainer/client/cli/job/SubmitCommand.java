package trainer.client.cli.job;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.HadoopJobOptions;
import trainer.client.cli.option.Verb;
import trainer.client.cli.option.Version;
import trainer.client.config.ClientConfiguration;
import trainer.client.config.Flag;
import trainer.client.run.JobRun;
import trainer.client.run.RunOptions;
import trainer.client.watch.Json;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Trains a model. */
@Command(
    name = "submit",
    customSynopsis = "trainer submit --input URI[,URI] --output URI [OPTIONS]",
    sortOptions = false,
    description = "Trains a model on a cluster, on this machine, or on a cluster in this process.",
    footer = {
      "",
      "Examples:",
      "  trainer submit --input /data/train --output /models/clicks --workers 8",
      "  trainer submit --master local --input train.libsvm --output model --epochs 3"
    })
public final class SubmitCommand extends Verb {
  @Mixin(name = "What is read and written")
  private SubmitOptions.DataOptions data = new SubmitOptions.DataOptions();

  @Mixin(name = "Model and training")
  private SubmitOptions.TrainingOptions training = new SubmitOptions.TrainingOptions();

  @Mixin(name = "Processes")
  private SubmitOptions.ProcessOptions processes = new SubmitOptions.ProcessOptions();

  @Mixin(name = "Where it runs")
  private SubmitOptions.ClusterOptions place = new SubmitOptions.ClusterOptions();

  @Mixin(name = "How it is run and followed")
  private Running running = new Running();

  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  /** The options for running the job, as opposed to its definition. */
  static final class Running {
    @Option(names = "--dry-run", description = "Checks everything and starts nothing.")
    private boolean dryRun;

    @Option(names = "--detach", description = "Returns when the job has been accepted.")
    private boolean detach;

    @Option(
        names = "--timeout",
        paramLabel = "TIME",
        description =
            "Kills the job after that long, such as 30m: exit code 124, and no model is kept.")
    private String timeout;

    @Option(names = "--json", description = "Prints report.json's content at the end.")
    private boolean json;
  }

  @Override
  public Integer call() {
    RunOptions options =
        new RunOptions(
            place.master(),
            running.dryRun,
            running.detach,
            timeoutOf(running.timeout),
            running.json);
    ClientConfiguration configuration = hadoop.configuration(flags());
    JobRun.Outcome outcome =
        new JobRun(options, running.json ? System.err : System.out)
            .run(configuration, Version.text());
    if (running.json) {
      System.out.println(Json.print(outcome.report()));
    }
    return outcome.exitCode();
  }

  private static Duration timeoutOf(String text) {
    try {
      return text == null ? Duration.ZERO : Keys.ALLOCATION_TIMEOUT.parse(text);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          new Failure(
              FailureKind.BAD_FLAGS,
              "'" + text + "' is no time",
              "--timeout",
              "give one like 90s, 30m or 2h"),
          e);
    }
  }

  private Map<String, Flag> flags() {
    Map<String, Flag> flags = new LinkedHashMap<>();
    data.addTo(flags);
    training.addTo(flags);
    processes.addTo(flags);
    place.addTo(flags);
    return flags;
  }
}
