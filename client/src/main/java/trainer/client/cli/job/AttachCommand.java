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

/** Follows a job that another client submitted. */
@Command(
    name = "attach",
    description = {
      "Follows a job to its end, as submit does; the exit code is the job's.",
      "Ctrl-C detaches again: the job goes on."
    },
    footer = {
      "",
      "Examples:",
      "  trainer attach application_1795000000000_0001",
      "  trainer attach application_1795000000000_0001 --json"
    })
public final class AttachCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "ID", description = "An application id or a job id.")
  private String id;

  @Option(names = "--json", description = "Prints report.json's content at the end.")
  private boolean json;

  @Override
  public Integer call() {
    try (JobHandle job = JobHandle.find(id, hadoop.configuration(Map.of()))) {
      JobRun.Outcome outcome = job.attach(json ? System.err : System.out, json);
      if (json) {
        System.out.println(Json.print(outcome.report()));
      }
      return outcome.exitCode();
    }
  }
}
