package trainer.data.format.parquet;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/**
 * The columns of a file.
 *
 * @param columns those of the top level; a group is one of them
 * @param leaves the number of column chunks of a row group
 */
record ParquetSchema(List<ParquetColumn> columns, int leaves) {
  /**
   * The columns of the tree that a footer lists depth first.
   *
   * @throws IllegalArgumentException if the list is no tree
   */
  static ParquetSchema of(List<SchemaElement> elements) {
    List<ParquetColumn> columns = new ArrayList<>();
    int leaves = 0;
    int at = 1;
    while (at < elements.size()) {
      SchemaElement top = elements.get(at);
      int end = endOf(elements, at);
      int own = 0;
      for (int i = at; i < end; i++) {
        own += elements.get(i).isSetType() ? 1 : 0;
      }
      columns.add(top.isSetType() ? leaf(top, leaves) : group(top));
      leaves += own;
      at = end;
    }
    if (elements.isEmpty() || columns.size() != elements.get(0).getNum_children()) {
      throw new IllegalArgumentException("the schema is no tree of columns");
    }
    return new ParquetSchema(List.copyOf(columns), leaves);
  }

  private static int endOf(List<SchemaElement> elements, int from) {
    long open = 1;
    int at = from;
    while (open > 0) {
      if (at == elements.size()) {
        throw new IllegalArgumentException("the schema is cut short");
      }
      SchemaElement element = elements.get(at++);
      open += (element.isSetType() ? 0 : Math.max(0, element.getNum_children())) - 1;
    }
    return at;
  }

  private static ParquetColumn leaf(SchemaElement leaf, int place) {
    Type type = leaf.getType();
    boolean isOptional = leaf.getRepetition_type() == FieldRepetitionType.OPTIONAL;
    return new ParquetColumn(
        leaf.getName(), place, type, leaf.getType_length(), isOptional, ColumnType.of(leaf));
  }

  private static ParquetColumn group(SchemaElement group) {
    String title = group.getConverted_type() == null ? "" : " of " + group.getConverted_type();
    ColumnType type = ColumnType.unread("a nested column" + title);
    return new ParquetColumn(group.getName(), -1, null, 0, false, type);
  }
}
