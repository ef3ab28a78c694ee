package trainer.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.learning.batch.RecordBatch;

/** The records that a session computes together. */
final class OnnxBatch implements RecordBatch {
  private final OnnxSession session;
  private final List<OutputUse> outputs;
  private final Set<String> outputNames = new LinkedHashSet<>();
  private final OnnxModel.BatchShape shape;
  private final List<InputFeed> feeds = new ArrayList<>();
  private final TextFeed texts;
  private int size;

  OnnxBatch(
      OnnxSession session,
      List<InputUse> inputs,
      List<OutputUse> outputs,
      OnnxModel.BatchShape shape) {
    this.session = session;
    this.outputs = outputs;
    this.shape = shape;
    outputs.forEach(use -> outputNames.add(use.spec().name()));
    TextFeed tokens = null;
    for (InputUse use : inputs) {
      InputFeed feed = use.newFeed(shape.columns(), shape.records());
      feeds.add(feed);
      tokens = feed instanceof TextFeed text ? text : tokens;
    }
    this.texts = tokens;
  }

  @Override
  public void add(String[] columns) {
    requireRoom();
    feeds.forEach(feed -> feed.put(size, columns));
    size++;
  }

  @Override
  public void add(byte[] file) {
    requireRoom();
    feeds.forEach(feed -> feed.put(size, file));
    size++;
  }

  private void requireRoom() {
    if (size == shape.records()) {
      throw new IllegalStateException("the batch is full");
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void compute(float[] numbers, int from) {
    if (size == 0) {
      return;
    }
    int rows = size;
    size = 0;
    int columns = outputs.stream().mapToInt(use -> (int) use.width()).sum();
    run(
        rows,
        result -> {
          int at = from;
          for (OutputUse use : outputs) {
            float[] some =
                use.read(tensor(result, use), rows, shape.records(), texts, shape.pooling());
            int width = (int) use.width();
            for (int row = 0; row < rows; row++) {
              System.arraycopy(some, row * width, numbers, at + row * columns, width);
            }
            at += width;
          }
        });
  }

  /** The outputs with the widths that records without meaning have. */
  List<OutputUse> measure() {
    feeds.forEach(feed -> feed.putTrial(0));
    List<OutputUse> measured = new ArrayList<>();
    run(
        1,
        result ->
            outputs.forEach(
                use ->
                    measured.add(
                        use.measured(
                            tensor(result, use),
                            shape.records(),
                            texts == null ? 0 : texts.length()))));
    return measured;
  }

  /** The use of a result, before it is closed. */
  private interface ResultReader {
    void read(OrtSession.Result result);
  }

  private void run(int rows, ResultReader reader) {
    feeds.forEach(feed -> feed.repeat(rows - 1, shape.records()));
    Map<String, OnnxTensor> tensors = new HashMap<>();
    try {
      for (InputFeed feed : feeds) {
        feed.addTo(tensors, session.environment());
      }
      try (OrtSession.Result result = session.run(tensors, outputNames)) {
        reader.read(result);
      }
    } catch (OrtException e) {
      throw session.failed(e);
    } finally {
      OnnxValue.close(tensors);
    }
  }

  private static OnnxTensor tensor(OrtSession.Result result, OutputUse use) {
    return (OnnxTensor) result.get(use.spec().name()).orElseThrow();
  }

  @Override
  public void close() {
    // The tensors of a run are closed after it, and buffers go with this object.
  }
}
