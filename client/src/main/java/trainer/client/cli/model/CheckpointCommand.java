package trainer.client.cli.model;

import picocli.CommandLine.Command;
import trainer.avro.checkpoint.CheckpointManifest;
import trainer.client.cli.option.Verb;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The commands on the checkpoints of a job. */
@Command(
    name = "checkpoint",
    description = "Shows the checkpoints that a job keeps of its model while it trains.",
    subcommands = {
      CheckpointListCommand.class,
      CheckpointShowCommand.class,
      CheckpointVerifyCommand.class,
      CheckpointDiffCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  trainer checkpoint ls .trainer/jobs/application_1795000000000_0001",
      "  trainer checkpoint verify .trainer/jobs/application_1795000000000_0001/jobs/1/checkpoints/1200-3-1"
    })
public final class CheckpointCommand extends Verb {
  @Override
  public Integer call() {
    throw new FailureException(
        FailureKind.BAD_FLAGS,
        "checkpoint does nothing by itself",
        "",
        "try checkpoint ls URI, show URI, verify URI or diff URI URI");
  }

  /**
   * The mark of a checkpoint without barrier, which also holds updates past its version. Empty for
   * others.
   */
  static String updatesPastVersion(CheckpointManifest manifest) {
    return manifest.position().mark() == 0
        ? ""
        : " and what came after it (mark "
            + manifest.position().mark()
            + ", "
            + manifest.position().updates()
            + " updates in all)";
  }
}
