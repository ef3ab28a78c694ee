package trainer.client.cli.session;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.cli.job.CommandAnswer;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.run.JobHandle;

/** Ends a session. */
@Command(
    name = "stop",
    description = {
      "Ends a session. It accepts no more jobs, and ends when those that run have ended.",
      "The exit code is 0 when it ends so or has ended."
    },
    footer = {
      "",
      "Examples:",
      "  trainer session stop application_1795000000000_0001",
      "  trainer session stop application_1795000000000_0001 --kill"
    })
final class SessionStopCommand extends Verb {
  private static final int REFUSED = 1;

  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "ID", description = "The id of a session.")
  private String id;

  @Option(names = "--kill", description = "Kills the jobs that run.")
  private boolean kill;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    try (JobHandle session = JobHandle.session(id, hadoop.configuration(Map.of()))) {
      CommandAnswer answer =
          CommandAnswer.of(
              session,
              () -> kill ? session.kill("session stop --kill") : session.stop("session stop"));
      answer.print(json);
      return answer.accepted() || answer.ended() ? 0 : REFUSED;
    }
  }
}
