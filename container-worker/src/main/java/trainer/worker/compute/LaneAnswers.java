package trainer.worker.compute;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.table.TableSpec;
import trainer.worker.routing.KeyListLayout;
import trainer.worker.routing.LaneValues;

/** The answers of lanes to a pull, put together. */
public final class LaneAnswers {
  private LaneAnswers() {}

  /** The failure of an answer of the wrong length, which would misplace weights; or empty. */
  public static Optional<Failure> complaint(
      KeyListLayout layout, List<LaneValues> values, List<TableSpec> tables) {
    return values.stream()
        .filter(answer -> answer.values().length != layout.size(answer.places()))
        .findFirst()
        .map(answer -> complaint(layout, answer, tables));
  }

  private static Failure complaint(
      KeyListLayout layout, LaneValues answer, List<TableSpec> tables) {
    String names =
        Arrays.stream(answer.places())
            .map(place -> layout.keys().tables()[place])
            .distinct()
            .mapToObj(table -> tables.get(table).name())
            .collect(Collectors.joining(", "));
    int received = answer.values().length;
    int expected = layout.size(answer.places());
    String what =
        "an answer of "
            + received
            + " numbers to keys of "
            + expected
            + ", of tables ["
            + names
            + "]";
    return new Failure(FailureKind.UNEXPECTED, what, answer.lane().toString(), "");
  }

  /** The weights of all lanes, in the layout's order: a single lane's own array if it has all. */
  public static float[] weights(KeyListLayout layout, List<LaneValues> values) {
    int size = layout.size();
    if (values.size() == 1 && values.get(0).values().length == size) {
      return values.get(0).values();
    }
    float[] weights = new float[size];
    for (LaneValues answer : values) {
      layout.scatter(answer, weights);
    }
    return weights;
  }
}
