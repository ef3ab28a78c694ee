package trainer.data.format.orc;

import java.util.ArrayList;
import java.util.List;
import org.apache.orc.OrcProto;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The columns of a file, from the list of its types. The first one is that of the rows. */
final class OrcSchema {
  /** The fields of the rows of a transactional Hive table. */
  private static final List<String> CHANGES =
      List.of("operation", "originalTransaction", "bucket", "rowId", "currentTransaction", "row");

  private OrcSchema() {}

  /**
   * The columns of the top level.
   *
   * @throws FailureException INPUT_BAD_FILE if rows have no columns, or are changes of a table
   * @throws IllegalArgumentException if the list is no tree
   */
  static List<OrcColumn> columns(List<OrcProto.Type> types, String path) {
    require(!types.isEmpty());
    OrcProto.Type rows = types.get(0);
    if (rows.getKind() != OrcProto.Type.Kind.STRUCT) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "the rows of the ORC file are of type " + rows.getKind() + ", and have no columns",
          path,
          "write it with rows of named columns");
    }
    if (rows.getFieldNamesList().equals(CHANGES)) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "the ORC file has the changes of a transactional Hive table, of which some are not valid",
          path,
          "export the rows: INSERT OVERWRITE DIRECTORY '...' STORED AS ORC SELECT ...");
    }
    require(rows.getFieldNamesCount() == rows.getSubtypesCount());
    List<OrcColumn> columns = new ArrayList<>();
    int least = 1;
    for (int i = 0; i < rows.getSubtypesCount(); i++) {
      int id = rows.getSubtypes(i);
      require(id >= least && id < types.size());
      columns.add(new OrcColumn(rows.getFieldNames(i), id, OrcType.of(types.get(id))));
      least = id + 1;
    }
    return List.copyOf(columns);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("the types are no tree of columns");
    }
  }
}
