package trainer.onnx;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.BatchModelFile;
import trainer.learning.batch.RecordBatch;
import trainer.onnx.image.ImageEncoder;
import trainer.onnx.tensor.TensorSpec;
import trainer.onnx.text.Tokenizer;

/** An ONNX model that is open. */
final class OnnxModel implements BatchModel {
  private final OnnxSession session;
  private final Optional<Tokenizer> tokenizer;
  private final List<InputUse> inputs;
  private final List<OutputUse> outputs;
  private final BatchShape shape;
  private final List<String> names;
  private final int memoryMb;

  private OnnxModel(
      OnnxSession session,
      Optional<Tokenizer> tokenizer,
      List<InputUse> inputs,
      List<OutputUse> outputs,
      BatchShape shape,
      String location,
      long bytes) {
    this.session = session;
    this.tokenizer = tokenizer;
    this.inputs = List.copyOf(inputs);
    this.outputs = List.copyOf(outputs);
    this.shape = shape;
    this.names = OutputPlanner.columns(outputs, location);
    this.memoryMb = NativeMemory.megabytes(bytes, inputs, shape.records());
  }

  /** The records of a batch, their columns, and the pooling of tokens. */
  record BatchShape(int records, List<String> columns, Keys.Pooling pooling) {
    BatchShape {
      columns = List.copyOf(columns);
    }
  }

  /**
   * A model of an open session.
   *
   * @param tokenizer is there if the model has token inputs
   * @throws FailureException CONFIG_INVALID or CONFIG_CONFLICT; NODE_UNFIT; MODEL_CODE_FAILED for a
   *     trial that fails
   */
  static OnnxModel of(
      OnnxSession session, Optional<Tokenizer> tokenizer, BatchModelFile file, Settings settings)
      throws IOException {
    List<TensorSpec> specs = session.inputs();
    String location = file.location();
    List<InputUse> inputs = new InputPlanner(settings, location).plan(specs, tokenizer);
    int batch = BatchSize.of(specs, inputs, settings, location);
    BatchSize.requireRoom(inputs, batch, location);
    if (inputs.stream().anyMatch(InputUse::takesFiles)) {
      ImageEncoder.requireDecoders();
    }
    List<OutputUse> outputs =
        OutputPlanner.plan(session, settings, tokenizer.isPresent(), batch, location);
    Set<String> columns =
        inputs.stream()
            .flatMap(use -> use.columns().stream())
            .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
    BatchShape shape = new BatchShape(batch, List.copyOf(columns), settings.get(Keys.ONNX_POOLING));
    if (!outputs.stream().allMatch(OutputUse::isKnown)) {
      try (OnnxBatch trial = new OnnxBatch(session, inputs, outputs, shape)) {
        outputs = trial.measure();
      }
    }
    long bytes = Files.size(file.content());
    return new OnnxModel(session, tokenizer, inputs, outputs, shape, location, bytes);
  }

  @Override
  public List<String> columns() {
    return shape.columns();
  }

  @Override
  public boolean takesFiles() {
    return inputs.get(0).takesFiles();
  }

  @Override
  public List<String> outputs() {
    return names;
  }

  @Override
  public int batch() {
    return shape.records();
  }

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    inputs.forEach(use -> lines.addAll(use.lines()));
    outputs.forEach(use -> lines.add(use.line()));
    lines.add("batches of " + shape.records() + ", by ONNX Runtime " + session.version());
    return lines;
  }

  @Override
  public int memoryMb() {
    return memoryMb;
  }

  @Override
  public RecordBatch newBatch() {
    return new OnnxBatch(session, inputs, outputs, shape);
  }

  @Override
  public void close() {
    tokenizer.ifPresent(Tokenizer::close);
    session.close();
  }
}
