package trainer.onnx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import trainer.core.config.Settings;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.BatchModelFile;
import trainer.learning.batch.RecordBatch;

/** Opens models for tests. */
final class Models {
  private static final Path FOLDER = Path.of("target", "natives");

  private Models() {}

  /** Settings of keys and values, in turns, without the prefix {@code trainer.}. */
  static Settings settings(String... keysAndValues) {
    Map<String, String> texts = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      texts.put("trainer." + keysAndValues[i], keysAndValues[i + 1]);
    }
    return Settings.of(texts);
  }

  static BatchModel open(ModelWriter model, String... keysAndValues) {
    return open(model.write(), keysAndValues);
  }

  static BatchModel open(byte[] model, String... keysAndValues) {
    return open(file(model, Optional.empty()), keysAndValues);
  }

  /** A file with a content, and with a tokenizer beside it. */
  static BatchModelFile file(byte[] model, Optional<byte[]> tokenizer) {
    return new BatchModelFile("m.onnx", copy(model), tokenizer.map(Models::copy));
  }

  static Path copy(byte[] content) {
    try {
      Path file = Files.createTempFile(folder(), "copy", "");
      file.toFile().deleteOnExit();
      return Files.write(file, content);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static BatchModel open(BatchModelFile file, String... keysAndValues) {
    try {
      return new OnnxModels().open(file, settings(keysAndValues), folder());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static Path folder() {
    try {
      return Files.createDirectories(FOLDER);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The model of sentences with its tokenizer, by the artifact of langchain4j. */
  static BatchModelFile miniLm() throws IOException {
    return new BatchModelFile(
        "minilm.onnx",
        copy(resource("/all-minilm-l6-v2-q.onnx")),
        Optional.of(copy(resource("/all-minilm-l6-v2-q-tokenizer.json"))));
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Models.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  /** The outputs of records. */
  static float[][] compute(BatchModel model, String[]... records) {
    try (RecordBatch batch = model.newBatch()) {
      for (String[] record : records) {
        batch.add(record);
      }
      return compute(model, batch);
    }
  }

  static float[][] compute(BatchModel model, RecordBatch batch) {
    int rows = batch.size();
    int width = model.outputs().size();
    float[] flat = new float[rows * width + 1];
    batch.compute(flat, 1);
    float[][] outputs = new float[rows][width];
    for (int row = 0; row < rows; row++) {
      System.arraycopy(flat, 1 + row * width, outputs[row], 0, width);
    }
    return outputs;
  }
}
