package trainer.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.util.List;
import java.util.Map;
import trainer.onnx.image.ImageEncoder;
import trainer.onnx.tensor.TensorBuffer;
import trainer.onnx.tensor.TensorSpec;

/** An input that takes whole files of images. */
record ImageInput(TensorSpec spec, ImageEncoder encoder) implements InputUse {
  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public boolean takesFiles() {
    return true;
  }

  @Override
  public List<String> lines() {
    return List.of(encoder.line());
  }

  @Override
  public long elements() {
    return encoder.width();
  }

  @Override
  public InputFeed newFeed(List<String> columns, int batch) {
    return new Feed(this, batch);
  }

  private static final class Feed implements InputFeed {
    private final ImageInput input;
    private final int batch;
    private final TensorBuffer elements;

    Feed(ImageInput input, int batch) {
      this.input = input;
      this.batch = batch;
      this.elements =
          new TensorBuffer(input.spec.type(), Math.toIntExact(batch * input.elements()));
    }

    @Override
    public void put(int row, String[] fields) {
      throw new IllegalStateException("the model takes files");
    }

    @Override
    public void put(int row, byte[] file) {
      input.encoder.put(file, elements, row);
    }

    @Override
    public void putTrial(int row) {
      // Zeros are there.
    }

    @Override
    public void repeat(int row, int rows) {
      elements.repeat(row, rows, Math.toIntExact(input.elements()));
    }

    @Override
    public void addTo(Map<String, OnnxTensor> tensors, OrtEnvironment environment)
        throws OrtException {
      tensors.put(input.spec.name(), elements.toTensor(environment, input.encoder.shape(batch)));
    }
  }
}
