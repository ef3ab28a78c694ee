package trainer.client.cli.session;

import picocli.CommandLine.Command;
import trainer.client.cli.option.Verb;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The commands on sessions. */
@Command(
    name = "session",
    description = "Starts and shows sessions: one master, one application, several jobs.",
    subcommands = {
      SessionStartCommand.class,
      SessionListCommand.class,
      SessionStatusCommand.class,
      SessionStopCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  trainer session start --queue ml --workers 8",
      "  trainer session status application_1795000000000_0001"
    })
public final class SessionCommand extends Verb {
  @Override
  public Integer call() {
    throw new FailureException(
        FailureKind.BAD_FLAGS,
        "session does nothing by itself",
        "",
        "try session start, list, status ID or stop ID");
  }
}
