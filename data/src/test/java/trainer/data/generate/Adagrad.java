package trainer.data.generate;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.data.Input.Row;

/** The plainest logistic regression that can check whether data can be learnt. */
final class Adagrad {
  private final double[] weights;
  private final double[] squares;
  private final double[] gradients;

  Adagrad(int features) {
    weights = new double[features + 1];
    squares = new double[features + 1];
    gradients = new double[features + 1];
    java.util.Arrays.fill(squares, 10);
  }

  private double margin(Row record) {
    return weights[0] + record.keys().stream().mapToDouble(key -> weights[key.intValue()]).sum();
  }

  void step(List<Row> batch) {
    Set<Integer> touched = new HashSet<>(Set.of(0));
    for (Row record : batch) {
      double gradient = 1 / (1 + Math.exp(-margin(record))) - record.label();
      gradients[0] += gradient;
      for (long key : record.keys()) {
        gradients[(int) key] += gradient;
        touched.add((int) key);
      }
    }
    for (int key : touched) {
      squares[key] += gradients[key] * gradients[key];
      weights[key] -= 0.2 * gradients[key] / Math.sqrt(squares[key]);
      gradients[key] = 0;
    }
  }

  double loss(List<Row> records) {
    double loss = 0;
    for (Row record : records) {
      double probability = 1 / (1 + Math.exp(-margin(record)));
      loss -= Math.log(record.label() == 1 ? probability : 1 - probability);
    }
    return loss / records.size();
  }
}
