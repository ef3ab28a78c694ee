package trainer.readers;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Scores rows with ONNX Runtime. */
final class OnnxReader {
  private OnnxReader() {}

  /** The outputs of each row by name. */
  static List<Map<String, Double>> score(Path model, List<Map<String, String>> rows)
      throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession session = environment.createSession(model.toString())) {
      Map<String, OnnxTensor> inputs = new HashMap<>();
      for (String name : session.getInputNames()) {
        TensorInfo info = (TensorInfo) session.getInputInfo().get(name).getInfo();
        String column = name.replaceAll("#.*", "");
        inputs.put(
            name,
            info.type == OnnxJavaType.STRING
                ? OnnxTensor.createTensor(environment, texts(rows, column))
                : OnnxTensor.createTensor(environment, numbers(rows, column)));
      }
      try (OrtSession.Result result = session.run(inputs)) {
        return outputs(result, rows.size());
      }
    }
  }

  /** The names of the inputs. */
  static Set<String> inputs(Path model) throws OrtException {
    try (OrtSession session = OrtEnvironment.getEnvironment().createSession(model.toString())) {
      return session.getInputNames();
    }
  }

  /** The scores of rows of keys and values. */
  static List<Double> score(Path model, List<long[]> keys, List<float[]> values)
      throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    int most = keys.stream().mapToInt(row -> row.length).max().orElse(0);
    long[][] paddedKeys = keys.stream().map(row -> Arrays.copyOf(row, most)).toArray(long[][]::new);
    float[][] paddedValues =
        values.stream().map(row -> Arrays.copyOf(row, most)).toArray(float[][]::new);
    try (OrtSession session = environment.createSession(model.toString());
        OrtSession.Result result =
            session.run(
                Map.of(
                    "keys", OnnxTensor.createTensor(environment, paddedKeys),
                    "values", OnnxTensor.createTensor(environment, paddedValues)))) {
      return new ArrayList<>(
          outputs(result, keys.size()).stream().map(row -> row.get("score")).toList());
    }
  }

  private static String[][] texts(List<Map<String, String>> rows, String column) {
    return rows.stream()
        .map(row -> new String[] {row.get(column) == null ? "" : row.get(column)})
        .toArray(String[][]::new);
  }

  private static double[][] numbers(List<Map<String, String>> rows, String column) {
    return rows.stream()
        .map(row -> row.get(column))
        .map(text -> new double[] {text == null ? Double.NaN : Double.parseDouble(text)})
        .toArray(double[][]::new);
  }

  private static List<Map<String, Double>> outputs(OrtSession.Result result, int rows)
      throws OrtException {
    List<Map<String, Double>> outputs = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      outputs.add(new HashMap<>());
    }
    for (Map.Entry<String, ai.onnxruntime.OnnxValue> one : result) {
      Object value = one.getValue().getValue();
      for (int i = 0; i < rows; i++) {
        double number =
            value instanceof long[][] integers ? integers[i][0] : ((float[][]) value)[i][0];
        outputs.get(i).put(one.getKey(), number);
      }
    }
    return outputs;
  }
}
