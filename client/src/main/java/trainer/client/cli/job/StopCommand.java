package trainer.client.cli.job;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.run.JobHandle;
import trainer.client.run.JobRun;
import trainer.client.watch.Json;

/** Ends a job early and keeps its model. */
@Command(
    name = "stop",
    description = {
      "Ends a job's training at the next committed version; the model is exported as it is then.",
      "The exit code is 0 when the master agrees, 1 when there is nothing yet that could be kept."
    },
    footer = {
      "",
      "Examples:",
      "  trainer stop application_1795000000000_0001",
      "  trainer stop application_1795000000000_0001 --wait"
    })
public final class StopCommand extends Verb {
  private static final int REFUSED = 1;

  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "ID", description = "An application id or a job id.")
  private String id;

  @Option(names = "--wait", description = "Follows it to its end, as attach does.")
  private boolean wait;

  @Option(names = "--json", description = "Prints one JSON document; report.json's with --wait.")
  private boolean json;

  @Override
  public Integer call() {
    try (JobHandle job = JobHandle.find(id, hadoop.configuration(Map.of()))) {
      CommandAnswer answer = CommandAnswer.of(job, () -> job.stop("trainer stop"));
      if (wait && answer.accepted()) {
        return attach(job, answer);
      }
      answer.print(json);
      return answer.accepted() || answer.ended() ? 0 : REFUSED;
    }
  }

  private int attach(JobHandle job, CommandAnswer answer) {
    (json ? System.err : System.out).println(answer.message());
    JobRun.Outcome outcome = job.attach(json ? System.err : System.out, json);
    if (json) {
      System.out.println(Json.print(outcome.report()));
    }
    return outcome.exitCode();
  }
}
