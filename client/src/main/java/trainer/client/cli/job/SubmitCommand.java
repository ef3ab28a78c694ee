package trainer.client.cli.job;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.HadoopJobOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.ClientConfiguration;
import trainer.client.config.Flag;
import trainer.client.run.ResumedJob;

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
      "  trainer submit --master local --input train.libsvm --output model --epochs 3",
      "  trainer submit --resume application_1795000000000_0001 --workers 16"
    })
public final class SubmitCommand extends Verb {
  @Mixin(name = "What is read and written")
  private SubmitOptions.DataOptions data = new SubmitOptions.DataOptions();

  @Mixin(name = "Model and training")
  private SubmitOptions.TrainingOptions training = new SubmitOptions.TrainingOptions();

  @Mixin(name = "Processes")
  private SubmitOptions.ProcessOptions processes = new SubmitOptions.ProcessOptions();

  @Option(
      names = "--resume",
      paramLabel = "ID",
      description =
          "Goes on with a job that has ended or was lost, from its newest checkpoint, with its"
              + " settings.")
  private String resumed;

  @Mixin(name = "Where it runs")
  private SubmitOptions.ClusterOptions place = new SubmitOptions.ClusterOptions();

  @Mixin(name = "How it is run and followed")
  private RunningOptions running = new RunningOptions();

  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  @Override
  public Integer call() {
    ClientConfiguration given = hadoop.configuration(flags());
    return running.run(place.master(), resumed == null ? given : ResumedJob.of(given, resumed));
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
