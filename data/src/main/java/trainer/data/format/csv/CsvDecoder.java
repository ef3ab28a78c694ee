package trainer.data.format.csv;

import java.util.ArrayList;
import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.FormatSettings;
import trainer.data.format.LineCommand;
import trainer.data.format.TableUse;
import trainer.data.format.table.ExampleBuilder;
import trainer.data.format.table.FileColumns;
import trainer.data.format.table.PartitionColumns;

/** A decoder of blocks of whole CSV records. */
final class CsvDecoder implements BlockDecoder {
  private final PinnedFile file;
  private final CsvParser parser;
  private final int fields;
  private final CsvBatch batch;
  private final ExampleBuilder examples;
  private final ExamplesBuffer buffer;
  private byte[] bytes = new byte[0];

  /**
   * @param labels records with other labels are broken
   */
  CsvDecoder(CsvFile csv, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    TableUse use = settings.table();
    this.file = csv.file();
    this.buffer = new ExamplesBuffer(settings.sampler(file));
    this.parser = new CsvParser(csv.dialect());
    List<String> names = csv.header().columns();
    this.fields = names.size();
    this.batch = new CsvBatch(fields);
    List<Column> columns = new ArrayList<>();
    List<ColumnVector> vectors = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      columns.add(new Column(i, names.get(i), ColumnKind.TEXT));
      vectors.add(new CsvField(batch, i, names.get(i), csv.missing()));
    }
    String path = file.file().path();
    vectors.addAll(PartitionColumns.append(path, columns));
    FileColumns used = FileColumns.of(columns, use, path);
    this.examples =
        new ExampleBuilder(
            used, vectors.toArray(ColumnVector[]::new), use, labels, encoding, buffer);
  }

  @Override
  public BlockContent decode(Block block) {
    int length = Math.toIntExact(block.length());
    if (bytes.length < length + CsvParser.SPARE) {
      bytes = new byte[length + CsvParser.SPARE];
    }
    file.read(block.offset(), bytes, 0, length);
    parser.begin(bytes, 0, length);
    buffer.clear();
    batch.clear();
    while (parser.next()) {
      add(block.offset());
    }
    encode(block.offset());
    if (block.records() >= 0 && block.records() != buffer.seen()) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "a block of " + block.records() + " records has " + buffer.seen() + " now",
          file.file().path() + " at byte " + block.offset(),
          "start a new job");
    }
    return buffer.build();
  }

  /** Adds the present record to the batch, or rejects it behind the records of the batch. */
  private void add(long offset) {
    try {
      requireFields(parser, fields);
      batch.add(parser);
    } catch (BadFieldException e) {
      encode(offset);
      int place = parser.start();
      buffer.reject(() -> invalid(offset + place, e.getMessage(), e.advice()));
    }
    if (batch.isFull()) {
      encode(offset);
    }
  }

  private void encode(long offset) {
    examples.add(
        batch.size(),
        (record, what, advice) -> invalid(offset + batch.place(record), what, advice));
    batch.clear();
  }

  /** Rejects a record with an open quote, text behind a quote, or another number of fields. */
  static void requireFields(CsvParser parser, int fields) {
    if (parser.openQuote() >= 0) {
      throw new BadFieldException("a quote is not closed", "close it");
    }
    if (parser.strayText() >= 0) {
      throw new BadFieldException(
          "there is text behind a closing quote",
          "double the quotes within a quoted field, or put the whole field in quotes");
    }
    if (parser.fields() != fields) {
      throw new BadFieldException(
          "the record has " + parser.fields() + " fields, the header has " + fields,
          "put fields with delimiters or newlines in quotes");
    }
  }

  private Failure invalid(long place, String what, String advice) {
    String path = file.file().path();
    return new Failure(
        FailureKind.DATA_INVALID,
        what,
        path + " at byte " + place,
        advice + "; the record is printed by " + LineCommand.of(path, place));
  }
}
