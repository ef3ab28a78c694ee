package trainer.client.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.UUID;
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
    Configuration hadoop = configuration.hadoop();
    Path path = newFile(hadoop, output);
    ExportedModel model = load(configuration, uri);
    if (names != null) {
      model.name(hadoop, names);
    } else if (format != Format.TEXT) {
      requireNoTexts(model);
    }
    if (format == Format.PMML) {
      PmmlExport.check(model);
    }
    write(hadoop, path, model, format);
    boolean isNamed = format != Format.TEXT && model.isOfTable();
    long rows = model.keys().length;
    return new Result(path.toString(), rows, isNamed ? rows - model.named() : 0);
  }

  private static Path newFile(Configuration hadoop, String output) {
    Path path = new Path(output);
    try {
      FileSystem files = path.getFileSystem(hadoop);
      path = files.makeQualified(path);
      if (files.exists(path)) {
        throw new FailureException(
            FailureKind.OUTPUT_EXISTS,
            "the output exists already",
            path.toString(),
            "delete it, or give another --output");
      }
      return path;
    } catch (IOException e) {
      throw ServiceFailure.of(path.toString(), e);
    }
  }

  private static ExportedModel load(ClientConfiguration configuration, String uri) {
    try {
      return ExportedModel.load(configuration, uri);
    } catch (IOException e) {
      throw ServiceFailure.of(uri, e);
    }
  }

  /** Writes the file beside its place, and renames it. */
  private static void write(Configuration hadoop, Path path, ExportedModel model, Format format) {
    byte[] onnx = format == Format.ONNX ? OnnxExport.of(model) : null;
    Path beside = path.suffix("." + UUID.randomUUID());
    try {
      FileSystem files = path.getFileSystem(hadoop);
      try {
        try (OutputStream out = new BufferedOutputStream(files.create(beside, false))) {
          switch (format) {
            case TEXT -> TextExport.write(model, out);
            case PMML -> PmmlExport.write(model, out);
            case ONNX -> out.write(onnx);
          }
        }
        if (!files.rename(beside, path)) {
          throw new IOException("cannot rename " + beside + " to " + path);
        }
      } finally {
        files.delete(beside, false);
      }
    } catch (IOException e) {
      throw ServiceFailure.of(path.toString(), e);
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
