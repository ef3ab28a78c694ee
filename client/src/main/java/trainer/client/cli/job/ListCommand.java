package trainer.client.cli.job;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.watch.Json;
import trainer.client.yarn.ScrapeTarget;

/** Lists jobs. */
@Command(
    name = "list",
    description = {
      "Lists your jobs.",
      "These are the jobs that the cluster of HADOOP_CONF_DIR remembers, local runs, and what was"
          + " kept of embedded ones. While the cluster does not answer, those of this machine are"
          + " listed, and the exit code is 48."
    },
    footer = {"", "Examples:", "  trainer list --running", "  trainer list --newest 5 --json"})
public final class ListCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Option(names = "--running", description = "Only those that have not ended.")
  private boolean running;

  @Option(
      names = "--newest",
      paramLabel = "N",
      description = "How many of this machine at most; default 20.")
  private int newest = 20;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Option(
      names = "--prometheus-sd",
      description =
          "Prints the running jobs of all users as Prometheus' service discovery reads them, from"
              + " the cluster alone.")
  private boolean prometheus;

  @Override
  public Integer call() {
    if (prometheus) {
      Configuration cluster = hadoop.configuration(Map.of()).hadoop();
      System.out.println(Json.print(Json.tree(ScrapeTarget.ofRunning(cluster))));
      return 0;
    }
    JobList list = JobList.of(hadoop.configuration(Map.of()), Math.max(0, newest));
    list.print(running, json);
    return list.exitCode();
  }
}
