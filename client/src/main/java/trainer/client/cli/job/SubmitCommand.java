package trainer.client.cli.job;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import trainer.client.cli.option.HadoopJobOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.Flag;

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
  private RunningOptions running = new RunningOptions();

  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  @Override
  public Integer call() {
    return running.run(place.master(), hadoop.configuration(flags()));
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
