package trainer.data.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of the writer, as parquet-hadoop reads them. */
class ParquetWriterTest {
  private static final List<ParquetWriter.Column> COLUMNS =
      List.of(
          new ParquetWriter.Column("id", ParquetWriter.Kind.TEXT),
          new ParquetWriter.Column("class", ParquetWriter.Kind.INT),
          new ParquetWriter.Column("score", ParquetWriter.Kind.FLOAT));

  @TempDir private Path folder;

  private record Row(String id, int number, float score) {}

  private Path write(List<Row> rows) throws IOException {
    Path file = folder.resolve("rows.parquet");
    try (ParquetWriter writer = new ParquetWriter(Files.newOutputStream(file), COLUMNS)) {
      for (Row row : rows) {
        if (row.id == null) {
          writer.putNull(0);
        } else {
          byte[] padded = ("<" + row.id + ">").getBytes(StandardCharsets.UTF_8);
          writer.putText(0, padded, 1, padded.length - 1);
        }
        writer.putNumber(1, row.number);
        writer.putNumber(2, Float.floatToRawIntBits(row.score));
        writer.endRow();
      }
    }
    return file;
  }

  private static org.apache.hadoop.fs.Path path(Path file) {
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  private static List<Row> read(Path file) throws IOException {
    List<Row> rows = new ArrayList<>();
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), path(file)).build()) {
      for (Group group = reader.read(); group != null; group = reader.read()) {
        String id = group.getFieldRepetitionCount("id") == 0 ? null : group.getString("id", 0);
        rows.add(new Row(id, group.getInteger("class", 0), group.getFloat("score", 0)));
      }
    }
    return rows;
  }

  @Test
  void textsNumbersAndNullsAreReadAsWritten() throws IOException {
    List<Row> rows =
        List.of(
            new Row("Łódź", -1, 0.25f),
            new Row(null, Integer.MAX_VALUE, Float.NaN),
            new Row("", 0, -0f),
            new Row(null, 7, Float.MIN_VALUE));
    assertThat(read(write(rows))).isEqualTo(rows);
  }

  @Test
  void textsThatRepeatAndTextsThatDoNotAreReadAsWritten() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    for (int different : new int[] {1, 2, 3, 257, 60_000, 1_000_000}) {
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < 150_000; i++) {
        String text = "a text, number " + random.nextInt(different);
        rows.add(new Row(random.nextInt(10) == 0 ? null : text, i, i / 8f));
      }
      Path file = write(rows);
      assertThat(read(file)).as("%d texts", different).isEqualTo(rows);
      try (ParquetFileReader reader =
          ParquetFileReader.open(HadoopInputFile.fromPath(path(file), new Configuration()))) {
        assertThat(reader.getFooter().getBlocks().get(0).getColumns().get(0).hasDictionaryPage())
            .as("%d texts", different)
            .isEqualTo(different < 10_000);
      }
    }
  }

  @Test
  void aDictionaryThatIsFullIsFollowedByPlainPages() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 400_000; i++) {
      boolean isNew = i > 100_000;
      rows.add(new Row("a text, number " + (isNew ? i : i % 100), i, 0));
    }
    assertThat(read(write(rows))).isEqualTo(rows);
  }

  @Test
  void optionalNumbersAndBooleansAreReadAsWritten() throws IOException {
    List<ParquetWriter.Column> columns =
        List.of(
            new ParquetWriter.Column("long", ParquetWriter.Kind.LONG),
            new ParquetWriter.Column("double", ParquetWriter.Kind.DOUBLE),
            new ParquetWriter.Column("boolean", ParquetWriter.Kind.BOOLEAN));
    Path file = folder.resolve("optional.parquet");
    List<String> written = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(3);
    try (ParquetWriter writer = new ParquetWriter(Files.newOutputStream(file), columns)) {
      for (int i = 0; i < 1000; i++) {
        long number = random.nextLong();
        boolean[] isNull = {random.nextBoolean(), random.nextBoolean(), random.nextBoolean()};
        if (isNull[0]) {
          writer.putNull(0);
        } else {
          writer.putLong(0, number);
        }
        if (isNull[1]) {
          writer.putNull(1);
        } else {
          writer.putLong(1, Double.doubleToLongBits(number / 3.0));
        }
        if (isNull[2]) {
          writer.putNull(2);
        } else {
          writer.putBoolean(2, number > 0);
        }
        writer.endRow();
        written.add(
            (isNull[0] ? "" : number)
                + "|"
                + (isNull[1] ? "" : number / 3.0)
                + "|"
                + (isNull[2] ? "" : number > 0));
      }
    }
    List<String> read = new ArrayList<>();
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), path(file)).build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        read.add(text(row, "long") + "|" + text(row, "double") + "|" + text(row, "boolean"));
      }
    }
    assertThat(read).isEqualTo(written);
  }

  private static String text(Group row, String column) {
    return row.getFieldRepetitionCount(column) == 0
        ? ""
        : row.getValueToString(fieldOf(row, column), 0);
  }

  private static int fieldOf(Group row, String column) {
    return row.getType().getFieldIndex(column);
  }

  @Test
  void aFileWithoutRowsIsRead() throws IOException {
    assertThat(read(write(List.of()))).isEmpty();
  }

  /** Random texts do not shrink: they fill several pages and row groups. */
  @Test
  void pagesAndRowGroupsFollowEachOther() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 30_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(250); n > 0; n--) {
        text.append(Long.toString(random.nextLong(), Character.MAX_RADIX));
      }
      String id = random.nextInt(3) == 0 || i > 29_000 ? null : text.toString();
      rows.add(new Row(id, i, random.nextInt() / 7f));
    }
    Path file = write(rows);
    assertThat(read(file)).isEqualTo(rows);
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromPath(path(file), new Configuration()))) {
      assertThat(reader.getRowGroups()).hasSizeGreaterThan(1);
      assertThat(reader.getRecordCount()).isEqualTo(rows.size());
    }
  }
}
