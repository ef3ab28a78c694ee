package trainer.readers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jpmml.evaluator.Evaluator;
import org.jpmml.evaluator.LoadingModelEvaluatorBuilder;
import org.jpmml.evaluator.OutputField;

/** Scores rows with JPMML. */
final class PmmlReader {
  private PmmlReader() {}

  /** The outputs of each row by name. */
  static List<Map<String, Double>> score(Path model, List<Map<String, String>> rows)
      throws Exception {
    Evaluator evaluator = new LoadingModelEvaluatorBuilder().load(model.toFile()).build();
    evaluator.verify();
    List<Map<String, Double>> outputs = new ArrayList<>();
    for (Map<String, String> row : rows) {
      Map<String, Object> given = new HashMap<>();
      evaluator
          .getInputFields()
          .forEach(
              field -> given.put(field.getName(), row.get(field.getName().replaceAll("#.*", ""))));
      Map<String, ?> found = evaluator.evaluate(given);
      Map<String, Double> named = new HashMap<>();
      for (OutputField field : evaluator.getOutputFields()) {
        named.put(field.getName(), Double.valueOf(String.valueOf(found.get(field.getName()))));
      }
      outputs.add(named);
    }
    return outputs;
  }
}
