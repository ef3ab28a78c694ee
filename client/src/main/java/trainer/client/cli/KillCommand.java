package trainer.client.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.run.KnownJob;
import trainer.client.watch.Json;
import trainer.client.watch.Observation;

/** Ends a job. */
@Command(
    name = "kill",
    description = "Ends a job; by force when its master does not answer.",
    footer = {"", "Example: trainer kill application_1795000000000_0001"})
final class KillCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "ID", description = "An application id or a job id.")
  private String id;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    try (KnownJob job = KnownJob.find(id, hadoop.configuration(Map.of()))) {
      Observation seen = job.observe();
      boolean asked = !seen.ended();
      if (asked) {
        job.kill("trainer kill");
      }
      if (json) {
        System.out.println(Json.print(Json.object().put("jobId", job.jobId()).put("asked", asked)));
      } else {
        System.out.println(
            asked ? job.jobId() + " is asked to end" : job.jobId() + " has ended: " + seen.phase());
      }
      return 0;
    }
  }
}
