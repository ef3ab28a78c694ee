package trainer.client.cli.model;

import picocli.CommandLine.Command;
import trainer.client.cli.option.Verb;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The commands on trained models. */
@Command(
    name = "model",
    description = "Looks at a trained model, and exports it.",
    subcommands = {ModelShowCommand.class, ModelVerifyCommand.class, ModelExportCommand.class},
    footer = {
      "",
      "Examples:",
      "  trainer model show hdfs:///models/clicks",
      "  trainer model export hdfs:///models/clicks --to text --output clicks.txt"
    })
public final class ModelCommand extends Verb {
  @Override
  public Integer call() {
    throw new FailureException(
        FailureKind.BAD_FLAGS,
        "model does nothing by itself",
        "",
        "try model show URI, model verify URI or model export URI");
  }
}
