package trainer.onnx;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.onnx.proto.ModelHeader;

/** Refuses files of which ONNX Runtime would say too little, or would read other files. */
final class ModelCheck {
  private static final int NAMED = 3;

  private ModelCheck() {}

  /**
   * Checks the file of a model.
   *
   * @throws FailureException MODEL_CORRUPT
   */
  static void check(Path model, String location) throws IOException {
    ModelHeader header;
    try (FileChannel file = FileChannel.open(model)) {
      requireSize(file.size(), location);
      header = ModelHeader.read(file.map(FileChannel.MapMode.READ_ONLY, 0, file.size()));
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          new Failure(
              FailureKind.MODEL_CORRUPT,
              "the file is no ONNX model: " + e.getMessage(),
              location,
              "give the .onnx file that the exporter wrote, as a whole"),
          e);
    }
    if (!header.external().isEmpty()) {
      throw new FailureException(
          FailureKind.MODEL_CORRUPT,
          "the model has tensors in other files: " + some(header.external()),
          location,
          "write it as one file: onnx.save_model(model, path, save_as_external_data=False)");
    }
    if (!header.unknown().isEmpty()) {
      throw new FailureException(
          FailureKind.MODEL_CORRUPT,
          "the model has optional or sparse inputs or outputs: " + some(header.unknown()),
          location,
          "export it with tensors alone");
    }
  }

  private static void requireSize(long size, String location) {
    if (size > Integer.MAX_VALUE) {
      throw new FailureException(
          FailureKind.MODEL_CORRUPT,
          "the file has " + size + " bytes, and an ONNX model has at most 2 GiB",
          location,
          "give the .onnx file that the exporter wrote");
    }
  }

  private static String some(List<String> names) {
    return names.stream().limit(NAMED).collect(Collectors.joining(", "))
        + (names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : "");
  }
}
