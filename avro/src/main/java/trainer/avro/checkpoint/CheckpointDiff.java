package trainer.avro.checkpoint;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import trainer.avro.model.ModelFolder;
import trainer.avro.model.ModelPartReader;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.message.PartFile;

/** Compares two checkpoints of the same tables row by row, bit for bit, in bounded memory. */
public final class CheckpointDiff {
  /** The differences of one table. */
  public static final class OfTable {
    private long equal;
    private long different;
    private long onlyFirst;
    private long onlySecond;
    private double largest;
    private String example;

    /** Rows present in both, with the same bits. */
    public long equal() {
      return equal;
    }

    /** Rows present in both, with different bits. */
    public long different() {
      return different;
    }

    /** Rows present only in the first one. */
    public long onlyFirst() {
      return onlyFirst;
    }

    /** Rows present only in the second one. */
    public long onlySecond() {
      return onlySecond;
    }

    /** The largest difference of two corresponding floats, over rows present in both. */
    public double largest() {
      return largest;
    }

    /** The key of a row that is not the same in both, unsigned; null if there is none. */
    public String example() {
      return example;
    }

    /** Whether both checkpoints have the same rows of the table. */
    public boolean isSame() {
      return example == null;
    }

    private void found(long key) {
      example = example == null ? Long.toUnsignedString(key) : example;
    }
  }

  private final Map<String, OfTable> found = new LinkedHashMap<>();

  private CheckpointDiff() {}

  /**
   * The differences, by the names of tables.
   *
   * @throws FailureException {@code MODEL_CORRUPT} when one is damaged, {@code CONFIG_CONFLICT}
   *     when their rows are stored in different forms
   */
  public static Map<String, OfTable> of(ModelFolder first, ModelFolder second) throws IOException {
    CheckpointManifest one = CheckpointFile.read(first);
    CheckpointManifest other = CheckpointFile.read(second);
    if (!one.storedTables().equals(other.storedTables())) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "their tables differ: " + one.storedTables() + " and " + other.storedTables(),
          first.location() + ", " + second.location(),
          "compare checkpoints of the same model and optimizer");
    }
    CheckpointDiff diff = new CheckpointDiff();
    one.tables().forEach(table -> diff.found.put(table.name(), new OfTable()));
    Map<Integer, PartFile> others =
        new HashMap<>(
            other.parts().stream()
                .collect(Collectors.toMap(PartFile::partition, Function.identity())));
    for (PartFile part : one.parts()) {
      diff.compare(rows(first, one, part), rows(second, other, others.remove(part.partition())));
    }
    for (PartFile part : others.values()) {
      diff.compare(null, rows(second, other, part));
    }
    return diff.found;
  }

  /** The rows of a part; null if there is none. */
  private static ModelPartReader rows(
      ModelFolder folder, CheckpointManifest manifest, PartFile part) throws IOException {
    return part == null
        ? null
        : new ModelPartReader(
            folder.open(part.name()),
            folder.location() + "/" + part.name(),
            manifest.storedTables());
  }

  private void compare(ModelPartReader first, ModelPartReader second) throws IOException {
    try (first;
        second) {
      boolean one = next(first);
      boolean other = next(second);
      while (one || other) {
        int order = !other ? -1 : !one ? 1 : order(first, second);
        if (order == 0) {
          both(first, second);
        } else if (order < 0) {
          OfTable table = found.get(first.table().name());
          table.onlyFirst++;
          table.found(first.key());
        } else {
          OfTable table = found.get(second.table().name());
          table.onlySecond++;
          table.found(second.key());
        }
        one = order <= 0 ? next(first) : one;
        other = order >= 0 ? next(second) : other;
      }
    }
  }

  private static boolean next(ModelPartReader rows) throws IOException {
    return rows != null && rows.next();
  }

  private static int order(ModelPartReader first, ModelPartReader second) {
    int ranks = Integer.compare(first.rank(), second.rank());
    return ranks != 0 ? ranks : Long.compareUnsigned(first.key(), second.key());
  }

  private void both(ModelPartReader first, ModelPartReader second) {
    OfTable table = found.get(first.table().name());
    boolean same = true;
    for (int i = 0; i < first.table().width(); i++) {
      float one = first.values()[i];
      float other = second.values()[i];
      if (Float.floatToRawIntBits(one) != Float.floatToRawIntBits(other)) {
        same = false;
        table.largest = Math.max(table.largest, Math.abs((double) one - other));
      }
    }
    if (same) {
      table.equal++;
    } else {
      table.different++;
      table.found(first.key());
    }
  }
}
