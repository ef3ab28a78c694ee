package trainer.client.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
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
import trainer.client.watch.Json;
import trainer.client.watch.Observation;
import trainer.client.watch.StatusText;
import trainer.master.report.ShortReport;

/** Prints the state of a job. */
@Command(
    name = "status",
    description = "Shows a job's state: from its master, else from YARN and the job's folder.",
    footer = {
      "",
      "Examples:",
      "  trainer status application_1795000000000_0001",
      "  trainer status application_1795000000000_0001 --json --members"
    })
public final class StatusCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "ID", description = "An application id or a job id.")
  private String id;

  @Option(
      names = "--json",
      description =
          "Prints report.json's fields as far as known, without processes and containers. Of other"
              + " long lists the newest elements are printed.")
  private boolean json;

  @Option(names = "--members", description = "With --json: prints all lists whole.")
  private boolean members;

  @Override
  public Integer call() {
    ClientConfiguration configuration = hadoop.configuration(Map.of());
    if (!json) {
      print(id, configuration, System.out, ZoneId.systemDefault());
      return 0;
    }
    try (JobHandle job = JobHandle.find(id, configuration);
        JobObserver observer = new JobObserver(job, configuration.hadoop())) {
      ObjectNode report = job.document(observer.observe()).json();
      System.out.println(Json.print(members ? report : ShortReport.of(report)));
      return 0;
    }
  }

  /**
   * Prints the state of a job for people.
   *
   * @param zone of the times of day
   */
  public static void print(
      String id, ClientConfiguration configuration, PrintStream out, ZoneId zone) {
    try (JobHandle job = JobHandle.find(id, configuration);
        JobObserver observer = new JobObserver(job, configuration.hadoop())) {
      Observation seen = observer.observe();
      new StatusText(out, zone).print(job.jobId(), seen, job.document(seen).report());
    }
  }
}
