package trainer.avro.model;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import trainer.avro.digest.DigestingInput;
import trainer.core.failure.FailureException;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/** Reads a part file that a manifest lists, and trusts no row of it before its end. */
public final class PartCheck {
  private PartCheck() {}

  /**
   * Reads every row, and then compares length, SHA-256 and the number of rows with the manifest's.
   *
   * @param rows receives the reader positioned at each row; its results are void if this throws
   * @throws FailureException {@code MODEL_CORRUPT}, naming the file and the damaged block's offset
   */
  public static void read(
      ModelFolder folder, PartFile part, List<TableSpec> tables, Consumer<ModelPartReader> rows)
      throws IOException {
    String file = folder.location() + "/" + part.name();
    if (!folder.names().contains(part.name())) {
      throw CorruptModel.in(file, "the file is missing");
    }
    try (DigestingInput in = new DigestingInput(folder.open(part.name()))) {
      ModelPartReader reader = new ModelPartReader(in, file, tables);
      while (reader.next()) {
        rows.accept(reader);
      }
      in.drain();
      require(in.bytes() == part.bytes(), file, "its length is " + in.bytes());
      if (!in.sha256().equals(part.sha256())) {
        String what = "the SHA-256 is not the manifest's";
        throw reader.isChecked()
            ? CorruptModel.at(file, 0, what + ", and every block is sound: it is the header")
            : CorruptModel.in(file, what);
      }
      require(reader.rows() == part.rows(), file, "it has " + reader.rows() + " rows");
    }
  }

  /** Throws {@code MODEL_CORRUPT} unless {@code holds}. */
  public static void require(boolean holds, String file, String complaint) {
    if (!holds) {
      throw CorruptModel.in(file, complaint);
    }
  }
}
