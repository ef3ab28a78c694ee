package trainer.client.cli.job;

import java.time.ZoneId;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.ClientConfiguration;
import trainer.client.run.JobHandle;
import trainer.client.watch.JobDocument;
import trainer.client.watch.Json;
import trainer.client.watch.Observation;
import trainer.client.watch.StatusText;

/** Prints the state of a job. */
@Command(
    name = "status",
    description = "Shows a job's state: from its master, else from YARN and the job's folder.",
    footer = {"", "Example: trainer status application_1795000000000_0001 --json"})
public final class StatusCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "ID", description = "An application id or a job id.")
  private String id;

  @Option(names = "--json", description = "Prints report.json's fields as far as known.")
  private boolean json;

  @Override
  public Integer call() {
    ClientConfiguration configuration = hadoop.configuration(Map.of());
    try (JobHandle job = JobHandle.find(id, configuration);
        JobObserver observer = new JobObserver(job, configuration.hadoop())) {
      Observation seen = observer.observe();
      JobDocument document = job.document(seen);
      if (json) {
        System.out.println(Json.print(document.json()));
        return 0;
      }
      new StatusText(System.out, ZoneId.systemDefault())
          .print(job.jobId(), seen, document.report());
      return 0;
    }
  }
}
