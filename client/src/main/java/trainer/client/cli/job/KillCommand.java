package trainer.client.cli.job;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.run.JobHandle;

/** Ends a job. */
@Command(
    name = "kill",
    description = {
      "Ends a job; by force when its master does not answer.",
      "The exit code is 0 when it ends so or has ended, 1 when its end is decided already."
    },
    footer = {
      "",
      "Examples:",
      "  trainer kill application_1795000000000_0001",
      "  trainer kill application_1795000000000_0001 --json"
    })
public final class KillCommand extends Verb {
  private static final int REFUSED = 1;

  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "ID", description = "An application id or a job id.")
  private String id;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    try (JobHandle job = JobHandle.find(id, hadoop.configuration(Map.of()))) {
      CommandAnswer answer = CommandAnswer.of(job, () -> job.kill("trainer kill"));
      answer.print(json);
      return answer.accepted() || answer.ended() ? 0 : REFUSED;
    }
  }
}
