package trainer.client.cli.job;

import java.util.Map;
import picocli.CommandLine.Option;
import trainer.client.config.Flag;
import trainer.core.config.Keys;

/** The options of commands that apply a trained model to an input. */
final class AppliedModelOptions extends InputOptions {
  @Option(
      names = "--model",
      required = true,
      paramLabel = "URI",
      description = "The folder of a model of Trainer's; score also takes an ONNX file.")
  private String model;

  @Option(
      names = "--jars",
      paramLabel = "JAR[,JAR]",
      description = "Jars with the model's class, where it is one of yours.")
  private String jars;

  String model() {
    return model;
  }

  @Override
  Map<String, Flag> reading() {
    Map<String, Flag> flags = super.reading();
    put(flags, Keys.JARS, "--jars", jars);
    return flags;
  }

  @Override
  Map<String, Flag> flags() {
    Map<String, Flag> flags = super.flags();
    put(flags, Keys.SCORE_MODEL_URI, "--model", model);
    return flags;
  }
}
