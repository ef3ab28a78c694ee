package trainer.client.cli.session;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.job.JobList;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.watch.ListedJob;

/** Lists sessions. */
@Command(
    name = "list",
    description = "Lists your sessions, on the cluster and on this machine.",
    footer = {"", "Examples:", "  trainer session list --running", "  trainer session list --json"})
final class SessionListCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Option(names = "--running", description = "Only those that have not ended.")
  private boolean running;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    JobList list = JobList.of(hadoop.configuration(Map.of()), Integer.MAX_VALUE);
    List<ListedJob> sessions = list.jobs().stream().filter(ListedJob::isSession).toList();
    list.with(sessions).print(running, json);
    return list.exitCode();
  }
}
