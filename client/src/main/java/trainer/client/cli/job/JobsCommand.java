package trainer.client.cli.job;

import picocli.CommandLine.Command;
import trainer.client.cli.option.Verb;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The commands on job folders. */
@Command(
    name = "jobs",
    description = "Lists and deletes the folders of ended jobs.",
    subcommands = JobsCleanCommand.class,
    footer = {
      "",
      "Examples:",
      "  trainer jobs clean --older-than 30d --dry-run",
      "  trainer jobs clean --keep 10 --yes"
    })
public final class JobsCommand extends Verb {
  @Override
  public Integer call() {
    throw new FailureException(
        FailureKind.BAD_FLAGS,
        "jobs does nothing by itself",
        "",
        "try jobs clean --dry-run, or list for the jobs themselves");
  }
}
