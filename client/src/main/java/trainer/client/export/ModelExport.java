package trainer.client.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.client.config.ClientConfiguration;
import trainer.client.submit.ServiceFailure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.FeatureTerm;

/** Writes a trained model into one file for other programs. */
public final class ModelExport {
  /** The form of the file. */
  public enum Format {
    /** Lines of tab-separated text. */
    TEXT,
    /** PMML 4.4. */
    PMML,
    /** ONNX. */
    ONNX
  }

  /**
   * The file.
   *
   * @param rows of the model
   * @param unnamed rows of the model that the file lacks, since no row of the input has their text
   */
  public record Result(String location, long rows, long unnamed) {}

  private ModelExport() {}

  /**
   * Exports a model.
   *
   * @param uri the model's folder
   * @param names an input with the texts of the model's categories, or null
   * @param output the file to write
   * @throws FailureException CLASS_WRONG_TYPE, CONFIG_CONFLICT, RESOURCE_TOO_LARGE for what cannot
   *     be exported, OUTPUT_EXISTS; nothing is written then
   */
  public static Result export(
      ClientConfiguration configuration, String uri, Format format, String names, String output) {
    try {
      Configuration hadoop = configuration.hadoop();
      Path path = new Path(output);
      FileSystem files = path.getFileSystem(hadoop);
      path = files.makeQualified(path);
      if (files.exists(path)) {
        throw new FailureException(
            FailureKind.OUTPUT_EXISTS,
            "the output exists already",
            path.toString(),
            "delete it, or give another --output");
      }
      ExportedModel model = ExportedModel.load(configuration, uri);
      if (names != null) {
        model.name(hadoop, names);
      } else if (format != Format.TEXT) {
        requireNoTexts(model);
      }
      if (format == Format.PMML) {
        PmmlExport.check(model);
      }
      byte[] onnx = format == Format.ONNX ? OnnxExport.of(model) : null;
      Path beside = path.suffix(".writing");
      try (OutputStream out = new BufferedOutputStream(files.create(beside, true))) {
        switch (format) {
          case TEXT -> TextExport.write(model, out);
          case PMML -> PmmlExport.write(model, out);
          case ONNX -> out.write(onnx);
        }
      }
      if (!files.rename(beside, path)) {
        throw new IOException("cannot rename " + beside + " to " + path);
      }
      boolean isNamed = format != Format.TEXT && model.isOfTable();
      return new Result(
          path.toString(), model.keys().length, isNamed ? model.keys().length - model.named() : 0);
    } catch (IOException e) {
      throw ServiceFailure.of(output, e);
    }
  }

  /** The model holds hashes of texts, and the file needs the texts. */
  private static void requireNoTexts(ExportedModel model) {
    if (!model.isOfTable()) {
      return;
    }
    for (FeatureTerm term : model.names().terms()) {
      if (FeatureNames.isOfTexts(term)) {
        throw new FailureException(
            FailureKind.CONFIG_CONFLICT,
            "the model holds hashes of the texts of " + term.text() + ", not the texts",
            model.location(),
            "give --names INPUT, such as the data of its training");
      }
    }
  }
}
