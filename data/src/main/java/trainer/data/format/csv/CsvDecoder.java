package trainer.data.format.csv;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.BrokenNumberException;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.RowEncoder;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.LineCommand;
import trainer.data.format.TableUse;

/** A decoder of blocks of whole CSV records. */
final class CsvDecoder implements BlockDecoder {
  private final PinnedFile file;
  private final CsvColumns columns;
  private final CsvParser parser;
  private final String missing;
  private final LabelColumn label;
  private final CsvField weight;
  private final RowEncoder encoder;
  private final ColumnVector[] fields;
  private final ExamplesBuffer buffer = new ExamplesBuffer();
  private byte[] bytes = new byte[0];

  /**
   * @param labels records with other labels are broken
   */
  CsvDecoder(CsvFile csv, TableUse use, LabelRule labels, TableEncoding encoding) {
    this.file = csv.file();
    this.columns = CsvColumns.of(csv.header(), use, file.file().path());
    this.parser = new CsvParser(csv.dialect());
    this.missing = csv.missing();
    this.label = new LabelColumn(field(columns.label()), use.positive(), labels);
    this.weight = columns.weight() < 0 ? null : field(columns.weight());
    this.encoder = encoding.encoder(columns.features(), use.keys());
    this.fields = new ColumnVector[columns.names().size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = field(i);
    }
  }

  private CsvField field(int place) {
    return new CsvField(parser, place, columns.names().get(place), missing);
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
    while (parser.next()) {
      decode(block.offset());
    }
    if (block.records() >= 0 && block.records() != buffer.seen()) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "a block of " + block.records() + " records has " + buffer.seen() + " now",
          file.file().path() + " at byte " + block.offset(),
          "start a new job");
    }
    return buffer.build();
  }

  private void decode(long offset) {
    try {
      requireFields();
      float value = label.read();
      if (weight != null) {
        buffer.weight(readWeight());
      }
      encoder.encode(fields, 0, this::add);
      buffer.end(value);
    } catch (BadFieldException e) {
      buffer.reject(() -> invalid(offset, e.getMessage(), e.advice()));
    } catch (BrokenNumberException e) {
      String advice = "correct the field, or use the column as a category";
      buffer.reject(() -> invalid(offset, e.getMessage(), advice));
    }
  }

  private void add(long key, float value) {
    buffer.key(key);
    buffer.value(value);
  }

  private void requireFields() {
    if (parser.openQuote() >= 0) {
      throw new BadFieldException(0, "a quote is not closed", "close it");
    }
    if (parser.strayText() >= 0) {
      throw new BadFieldException(
          0,
          "there is text behind a closing quote",
          "double the quotes within a quoted field, or put the whole field in quotes");
    }
    if (parser.fields() != fields.length) {
      throw new BadFieldException(
          0,
          "the record has " + parser.fields() + " fields, the header has " + fields.length,
          "put fields with delimiters or newlines in quotes");
    }
  }

  private float readWeight() {
    double value = weight.isNull(0) ? Double.NaN : weight.number(0);
    float rounded = (float) value;
    if (!(rounded > 0) || rounded == Float.POSITIVE_INFINITY) {
      throw new BadFieldException(
          weight.field(),
          "the weight, column '" + weight.name() + "', is '" + weight.text() + "'",
          "give every record a weight above 0");
    }
    return rounded;
  }

  private Failure invalid(long offset, String what, String advice) {
    long place = offset + parser.start();
    String path = file.file().path();
    return new Failure(
        FailureKind.DATA_INVALID,
        what,
        path + " at byte " + place,
        advice + "; the record is printed by " + LineCommand.of(path, place));
  }
}
