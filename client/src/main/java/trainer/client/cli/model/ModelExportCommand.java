package trainer.client.cli.model;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.Alternatives;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.export.ModelExport;
import trainer.core.text.Quantity;

/** Writes a trained model into a file for other programs. */
@Command(
    name = "export",
    description = {
      "Writes a model into one file for other programs: linear, logistic, softmax or fm, with the"
          + " features of its table.",
      "The model holds hashes of texts; an input with the same columns, such as the training data,"
          + " has the texts."
    },
    footer = {
      "",
      "Examples:",
      "  trainer model export hdfs:///models/clicks --to text --output clicks.txt",
      "  trainer model export /models/people --to onnx --names /data/people --output people.onnx"
    })
final class ModelExportCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "URI", description = "The model's folder.")
  private String uri;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FORMAT",
      completionCandidates = Alternatives.ExportFormats.class,
      description = "text, pmml or onnx.")
  private ModelExport.Format format;

  @Option(
      names = "--names",
      paramLabel = "INPUT",
      description = "Files, folders or globs with the texts of the model's categories.")
  private String names;

  @Option(names = "--output", required = true, paramLabel = "FILE", description = "The new file.")
  private String output;

  @Override
  public Integer call() {
    ModelExport.Result done =
        ModelExport.export(hadoop.configuration(Map.of()), uri, format, names, output);
    System.out.println("written: " + done.location());
    System.out.println("rows: " + Quantity.grouped(done.rows()));
    if (done.unnamed() > 0) {
      System.err.println(
          "WARNING "
              + Quantity.of(done.unnamed(), "row", "rows")
              + " of the model left out: no record of --names has their category");
    }
    return 0;
  }
}
