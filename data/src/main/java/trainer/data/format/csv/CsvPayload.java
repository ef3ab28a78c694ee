package trainer.data.format.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.data.format.ColumnSample;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableSample;
import trainer.data.format.TableUse;
import trainer.data.format.payload.Payload;
import trainer.data.format.payload.PayloadDecoder;
import trainer.data.format.payload.PayloadSampler;
import trainer.data.format.table.ExampleBuilder;
import trainer.data.format.table.FileColumns;
import trainer.data.format.table.PartitionColumns;

/** Records that are a CSV record each. {@code trainer.csv.columns} names their columns. */
public final class CsvPayload implements Payload {
  private final CsvSettings csv;
  private final CsvDialect dialect;

  /**
   * The form by a job's settings.
   *
   * @param first a record, which decides the delimiter unless the job does
   * @throws trainer.core.failure.FailureException CONFIG_INVALID
   */
  public CsvPayload(Settings settings, byte[] first) {
    this.csv = CsvSettings.of(settings);
    this.dialect = csv.dialect(first);
  }

  @Override
  public PayloadDecoder decoder(
      String path,
      FormatSettings settings,
      LabelRule labels,
      TableEncoding encoding,
      ExamplesBuffer buffer) {
    return new Decoder(path, settings, labels, encoding, buffer);
  }

  @Override
  public PayloadSampler sampler(String path, FormatSettings settings, TableSample sample) {
    return new Sampler(sample);
  }

  /** Parses records one by one, each in a copy: the parser writes into the text and behind it. */
  private final class RecordParser {
    private final CsvParser parser = new CsvParser(dialect);
    private final CsvBatch batch = new CsvBatch(csv.columns().size());
    private byte[] copy = new byte[0];

    List<CsvField> fields() {
      List<CsvField> fields = new ArrayList<>();
      for (String name : csv.columns()) {
        fields.add(new CsvField(batch, fields.size(), name, csv.missing()));
      }
      return fields;
    }

    /** Parses a record; throws for bytes that are not one record with all its fields. */
    void parse(byte[] bytes, int from, int to) {
      int length = to - from;
      if (copy.length < length + CsvParser.SPARE) {
        copy = new byte[2 * length + CsvParser.SPARE];
      }
      System.arraycopy(bytes, from, copy, 0, length);
      parser.begin(copy, 0, length);
      if (!parser.next()) {
        throw new BadFieldException("the record is a blank line", "leave it out");
      }
      CsvDecoder.requireFields(parser, csv.columns().size());
      if (parser.position() < length) {
        throw new BadFieldException("the record is several lines", "write a line a record");
      }
      batch.clear();
      batch.add(parser);
    }
  }

  private final class Decoder implements PayloadDecoder {
    private final RecordParser records = new RecordParser();
    private final ExampleBuilder examples;
    private final ExamplesBuffer buffer;

    Decoder(
        String path,
        FormatSettings settings,
        LabelRule labels,
        TableEncoding encoding,
        ExamplesBuffer buffer) {
      this.buffer = buffer;
      List<Column> columns = new ArrayList<>();
      List<ColumnVector> vectors = new ArrayList<>(records.fields());
      for (String name : csv.columns()) {
        columns.add(new Column(columns.size(), name, ColumnKind.TEXT));
      }
      vectors.addAll(PartitionColumns.append(path, columns));
      TableUse use = settings.table();
      FileColumns used = FileColumns.of(columns, use, path);
      this.examples =
          new ExampleBuilder(
              used, vectors.toArray(ColumnVector[]::new), use, labels, encoding, buffer);
    }

    @Override
    public void decode(
        byte[] bytes, int from, int to, BiFunction<String, String, Failure> invalid) {
      try {
        records.parse(bytes, from, to);
      } catch (BadFieldException e) {
        buffer.reject(() -> invalid.apply(e.getMessage(), e.advice()));
        return;
      }
      examples.addOne(invalid);
    }
  }

  private final class Sampler implements PayloadSampler {
    private static final int MOST_RECORDS = 4096;

    private final RecordParser records = new RecordParser();
    private final List<CsvField> fields = records.fields();
    private final List<ColumnSample> columns;
    private final TableSample sample;
    private int count;

    Sampler(TableSample sample) {
      this.sample = sample;
      this.columns = csv.columns().stream().map(sample::column).toList();
    }

    @Override
    public boolean add(byte[] bytes, int from, int to) {
      try {
        records.parse(bytes, from, to);
      } catch (BadFieldException e) {
        return true; // the check that follows reports the record
      }
      for (int i = 0; i < fields.size(); i++) {
        CsvSampler.add(fields.get(i), columns.get(i));
      }
      sample.endRecord();
      return ++count < MOST_RECORDS;
    }

    @Override
    public void end() {}
  }
}
