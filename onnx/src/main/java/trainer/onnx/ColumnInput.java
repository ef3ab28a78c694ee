package trainer.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.util.List;
import java.util.Map;
import trainer.onnx.tensor.TensorBuffer;
import trainer.onnx.tensor.TensorSpec;

/**
 * An input that takes columns.
 *
 * @param spec the input
 * @param columns as many as a record has elements
 * @param shape of a record, without the dimension of records
 */
record ColumnInput(TensorSpec spec, List<String> columns, List<Long> shape) implements InputUse {
  private static final int NAMED = 8;

  ColumnInput {
    columns = List.copyOf(columns);
    shape = List.copyOf(shape);
  }

  @Override
  public boolean takesFiles() {
    return false;
  }

  @Override
  public List<String> lines() {
    String names = String.join(", ", columns.subList(0, Math.min(NAMED, columns.size())));
    String more = columns.size() > NAMED ? " and " + (columns.size() - NAMED) + " more" : "";
    return List.of(
        "input "
            + spec.name()
            + " "
            + spec.form()
            + ": "
            + (columns.size() == 1 ? "column " : "columns ")
            + names
            + more);
  }

  @Override
  public long elements() {
    return columns.size();
  }

  @Override
  public InputFeed newFeed(List<String> all, int batch) {
    return new Feed(this, all, batch);
  }

  private static final class Feed implements InputFeed {
    private final ColumnInput input;
    private final int[] places;
    private final TensorBuffer elements;
    private final long[] tensorShape;

    Feed(ColumnInput input, List<String> all, int batch) {
      this.input = input;
      this.places = input.columns.stream().mapToInt(all::indexOf).toArray();
      this.elements = new TensorBuffer(input.spec.type(), batch * places.length);
      this.tensorShape = new long[input.shape.size() + 1];
      tensorShape[0] = batch;
      for (int i = 0; i < input.shape.size(); i++) {
        tensorShape[i + 1] = input.shape.get(i);
      }
    }

    @Override
    public void put(int row, String[] fields) {
      for (int i = 0; i < places.length; i++) {
        elements.put(row * places.length + i, fields[places[i]], input.columns.get(i));
      }
    }

    @Override
    public void put(int row, byte[] file) {
      throw new IllegalStateException("the model takes columns");
    }

    @Override
    public void putTrial(int row) {
      // Zeros and empty texts are there.
    }

    @Override
    public void repeat(int row, int rows) {
      elements.repeat(row, rows, places.length);
    }

    @Override
    public void addTo(Map<String, OnnxTensor> tensors, OrtEnvironment environment)
        throws OrtException {
      tensors.put(input.spec.name(), elements.toTensor(environment, tensorShape));
    }
  }
}
