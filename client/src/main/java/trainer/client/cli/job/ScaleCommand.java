package trainer.client.cli.job;

import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.run.JobHandle;
import trainer.core.job.Role;
import trainer.protocol.grpc.ControlListener;

/** Changes the number of workers or pservers of a running job. */
@Command(
    name = "scale",
    description = {
      "Changes how many workers or pservers a running job has.",
      "Partitions and blocks move while it trains, and under trainer.sync=bsp the model stays what it"
          + " would have been.",
      "What is wanted is kept; status shows what is waited for, and what has still to move. The exit"
          + " code is 0 when the master agrees, else 1."
    },
    footer = {
      "",
      "Examples:",
      "  trainer scale application_1795000000000_0001 --workers 6",
      "  trainer scale application_1795000000000_0001 --pservers 3"
    })
public final class ScaleCommand extends Verb {
  private static final int REFUSED = 1;

  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "ID", description = "An application id or a job id.")
  private String id;

  @ArgGroup(multiplicity = "1")
  private WantedCount count;

  /** A role and its number of processes. */
  private static final class WantedCount {
    @Option(
        names = "--workers",
        required = true,
        paramLabel = "N",
        description = "Workers, at least 1, also more than trainer.workers.max.")
    private Integer workers;

    @Option(
        names = "--pservers",
        required = true,
        paramLabel = "N",
        description = "Parameter servers, not fewer than trainer.pserver.replicas.")
    private Integer pservers;
  }

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    try (JobHandle job = JobHandle.find(id, hadoop.configuration(Map.of()))) {
      CommandAnswer answer = CommandAnswer.of(job, () -> scale(job));
      answer.print(json);
      return answer.accepted() ? 0 : REFUSED;
    }
  }

  private ControlListener.Answer scale(JobHandle job) {
    return count.workers != null
        ? job.scale(Role.WORKER, count.workers)
        : job.scale(Role.PSERVER, count.pservers);
  }
}
