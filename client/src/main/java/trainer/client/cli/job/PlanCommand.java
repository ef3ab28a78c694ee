package trainer.client.cli.job;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.HadoopJobOptions;
import trainer.client.cli.option.Verb;
import trainer.client.cli.option.Version;
import trainer.client.config.Flag;
import trainer.client.plan.JobPlanner;
import trainer.client.run.MasterKind;
import trainer.client.watch.Json;

/** Tells the memory and time of a job before it is submitted. */
@Command(
    name = "plan",
    customSynopsis = "trainer plan --input URI[,URI] [OPTIONS of submit]",
    sortOptions = false,
    description = "The rows, keys, memory and time of a job, by a sample of its input.",
    footer = {
      "",
      "It reads up to 500,000 rows, in at most half a minute, and starts no process.",
      "",
      "Examples:",
      "  trainer plan --input /data/clicks --workers 8 --pservers 2",
      "  trainer plan --master local --input train.csv --label income --json"
    })
public final class PlanCommand extends Verb {
  @Mixin(name = "What is read and written")
  private SubmitOptions.DataOptions data = new SubmitOptions.DataOptions();

  @Mixin(name = "Model and training")
  private SubmitOptions.TrainingOptions training = new SubmitOptions.TrainingOptions();

  @Mixin(name = "Processes")
  private SubmitOptions.ProcessOptions processes = new SubmitOptions.ProcessOptions();

  @Mixin(name = "Where it would run")
  private SubmitOptions.ClusterOptions place = new SubmitOptions.ClusterOptions();

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  @Override
  public Integer call() {
    Map<String, Flag> flags = new LinkedHashMap<>();
    data.addTo(flags);
    training.addTo(flags);
    processes.addTo(flags);
    place.addTo(flags);
    boolean isShared = place.master() != MasterKind.YARN;
    JobPlanner.Plan plan =
        JobPlanner.plan(
            hadoop.configuration(flags),
            isShared ? Runtime.getRuntime().availableProcessors() : 0,
            Version.text());
    if (json) {
      System.out.println(Json.print(plan.document()));
    } else {
      plan.lines().forEach(System.out::println);
    }
    return 0;
  }
}
