package trainer.avro.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import trainer.core.table.TableSpec;

/** The tables of a model in the canonical order: by the UTF-8 bytes of their names. */
final class TableOrder {
  private static final Comparator<TableSpec> BY_NAME =
      (a, b) -> Arrays.compareUnsigned(utf8(a.name()), utf8(b.name()));

  private final List<TableSpec> tables;
  private final TreeMap<String, Integer> ranks = new TreeMap<>();

  TableOrder(List<TableSpec> tables) {
    this.tables = tables.stream().sorted(BY_NAME).toList();
    for (int rank = 0; rank < this.tables.size(); rank++) {
      if (ranks.put(this.tables.get(rank).name(), rank) != null) {
        throw new IllegalArgumentException("two tables " + this.tables.get(rank).name());
      }
    }
  }

  int size() {
    return tables.size();
  }

  TableSpec table(int rank) {
    return tables.get(rank);
  }

  /** The position of a table's name in the order, −1 for an unknown name. */
  int rank(String name) {
    return ranks.getOrDefault(name, -1);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
