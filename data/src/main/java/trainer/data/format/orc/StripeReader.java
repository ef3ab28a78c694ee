package trainer.data.format.orc;

import java.util.ArrayList;
import java.util.List;
import org.apache.orc.OrcProto.Stream;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.format.stream.ChunkBuffer;
import trainer.data.format.unit.UnitReader;

/**
 * Reads the rows of a stripe in order, some columns of them. It holds a chunk of each stream.
 * Confined to one thread.
 */
final class StripeReader implements UnitReader {
  private final String path;
  private final Stripe stripe;
  private final List<ColumnReader> columns = new ArrayList<>();
  private int row;

  private StripeReader(String path, Stripe stripe) {
    this.path = path;
    this.stripe = stripe;
  }

  /**
   * A reader that stands before the first row.
   *
   * @param batches of the columns to read
   * @throws FailureException INPUT_BAD_FILE, INPUT_CORRUPT, RECORD_TOO_LARGE
   */
  static StripeReader open(
      OrcFile file, Stripe stripe, ChunkBuffer chunks, List<OrcBatch> batches) {
    StripeReader reader = new StripeReader(file.path(), stripe);
    StripeStreams streams = reader.streams(file, chunks);
    for (OrcBatch batch : batches) {
      try {
        reader.columns.add(ColumnReader.of(batch, streams, stripe.rows()));
      } catch (RuntimeException e) {
        throw reader.failure(", column '" + batch.column().name() + "'", e);
      }
    }
    return reader;
  }

  private StripeStreams streams(OrcFile file, ChunkBuffer chunks) {
    StripeStreams streams;
    try {
      streams = StripeStreams.read(stripe, file.types(), chunks);
    } catch (RuntimeException e) {
      throw failure("", e);
    }
    if (streams.has(0, Stream.Kind.PRESENT)) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "some rows of the ORC file are NULL as a whole, which is not read",
          where(""),
          "write it without these rows");
    }
    return streams;
  }

  @Override
  public int row() {
    return row;
  }

  @Override
  public void skipTo(int wanted) {
    while (row < wanted) {
      read(Math.min(BATCH, wanted - row));
    }
  }

  @Override
  public void read(int count) {
    for (ColumnReader column : columns) {
      try {
        column.read(count);
      } catch (RuntimeException e) {
        throw failure(", column '" + column.name() + "'", e);
      }
    }
    row += count;
  }

  private String where(String column) {
    return path + column + ", stripe at byte " + stripe.offset();
  }

  /** An unexpected exception of a decoder means damaged bytes as well. */
  private FailureException failure(String column, RuntimeException e) {
    if (e instanceof FailureException known) {
      return known;
    }
    String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new FailureException(
        new Failure(
            FailureKind.INPUT_CORRUPT,
            "a damaged stripe: " + what,
            where(column),
            "restore the file"),
        e);
  }
}
