package trainer.data.format.whole;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.KeptColumns;
import trainer.core.input.SparseRows;
import trainer.data.file.Partition;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;

/** Reads a file as one record. */
final class WholeFileDecoder implements BlockDecoder {
  private final PinnedFile file;
  private final List<String[]> kept = new ArrayList<>();
  private final int mostBytes;

  /**
   * @param columns that are kept
   * @param mostBytes of a file; a larger one is a broken record
   * @throws FailureException INPUT_BAD_FILE for a column that the file does not have
   */
  WholeFileDecoder(PinnedFile file, List<String> columns, int mostBytes) {
    this.file = file;
    this.mostBytes = mostBytes;
    String path = file.file().path();
    Map<String, String> values = new LinkedHashMap<>();
    Partition.of(path).forEach(one -> values.put(one.column(), one.value().orElse(null)));
    values.put(WholeFileFormat.PATH, path);
    for (String column : columns) {
      if (!values.containsKey(column)) {
        throw new FailureException(
            FailureKind.INPUT_BAD_FILE,
            "the job names column '" + column + "', which the file does not have",
            path,
            "its columns are: " + String.join(", ", values.keySet()));
      }
      kept.add(new String[] {values.get(column)});
    }
  }

  @Override
  public BlockContent decode(Block block) {
    if (file.length() > mostBytes) {
      return BlockContent.unreadable(new BadRecords(1, tooLarge()));
    }
    byte[] content = new byte[(int) file.length()];
    file.read(0, content, 0, content.length);
    SparseRows none = new SparseRows(new int[2], new long[0], null);
    KeptColumns columns = new KeptColumns(List.copyOf(kept), List.of(content));
    Examples one = new Examples(1, new float[] {Float.NaN}, null, none, null, columns);
    return new BlockContent(one, BadRecords.NONE);
  }

  private Failure tooLarge() {
    return new Failure(
        FailureKind.RECORD_TOO_LARGE,
        "the file has " + file.length() + " bytes",
        file.file().path(),
        "raise " + Keys.INPUT_MAX_RECORD_BYTES);
  }
}
