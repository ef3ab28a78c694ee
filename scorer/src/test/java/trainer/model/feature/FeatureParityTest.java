package trainer.model.feature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.ColumnName;
import trainer.core.feature.FeatureList;
import trainer.core.feature.FeatureTerms;
import trainer.core.feature.Standardisation;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.FeatureBatch;
import trainer.core.feature.encode.FeatureEncoder;
import trainer.data.format.table.DoubleParser;
import trainer.model.failure.RowException;

/** The features of random tables are those of {@link FeatureEncoder}, bit by bit. */
class FeatureParityTest {
  private static final List<String> NAMES =
      List.of(
          "age", "city", "a b", "Größe", "x=y", "p*q", "tag#", "\"q\"", "-minus", " b", "", "日本");
  private static final List<ColumnKind> KINDS = List.of(ColumnKind.values());
  private static final List<Object> NUMBERS =
      List.of(0.0, -0.0, 1.0, -7.25, 0.1, 1e17, 1e300, Double.MIN_VALUE, Double.NaN, 12345678.9);
  private static final List<Object> TEXTS =
      List.of(
          "", "Oslo", "New York, NY", "Łódź", "日本語", "a=b", "NaN", "12.50", "1E5", "x".repeat(90));
  private static final List<Object> DIGITS = List.of("0", "-0", "7", " 42.5 ", "1e3", ".5", "nan");

  @Test
  void randomTablesHaveTheFeaturesOfTraining() {
    for (int seed = 0; seed < 500; seed++) {
      new RandomTable(new SplittableRandom(seed)).assertSame(seed);
    }
  }

  /** Columns of some kinds, terms over them, and rows. */
  private static final class RandomTable {
    private final SplittableRandom random;
    private final List<trainer.core.feature.Column> columns = new ArrayList<>();
    private final FeatureList features;
    private final List<Standardisation> scales = new ArrayList<>();
    private final int bits;
    private final long seed;
    private final RowEncoder encoder;

    RandomTable(SplittableRandom random) {
      this.random = random;
      this.bits = random.nextBoolean() ? 0 : 1 + random.nextInt(63);
      this.seed = random.nextBoolean() ? 0 : random.nextLong();
      List<String> terms = new ArrayList<>();
      Set<String> numeric = new HashSet<>();
      for (String name : NAMES) {
        if (random.nextInt(3) == 0) {
          addColumn(name, terms, numeric);
        }
      }
      if (columns.isEmpty()) {
        addColumn("age", terms, numeric);
      }
      if (columns.size() > 1) {
        terms.add(written(columns.get(0).name()) + "*" + written(columns.get(1).name()));
      }
      this.features = FeatureTerms.parse(String.join(",", terms)).resolve(columns);
      List<double[]> pairs = new ArrayList<>();
      for (int i = 0; i < features.standardised().size(); i++) {
        double deviation = random.nextInt(4) == 0 ? 0 : random.nextDouble() * 10;
        scales.add(new Standardisation(random.nextDouble() - 0.5, deviation));
        pairs.add(new double[] {scales.get(i).mean(), deviation});
      }
      this.encoder =
          new RowEncoder(features.terms().toString(), new FeatureKeys(seed, bits), "", pairs);
    }

    private void addColumn(String name, List<String> terms, Set<String> numeric) {
      boolean isNumeric = random.nextBoolean();
      ColumnKind kind =
          isNumeric
              ? random.nextInt(4) == 0 ? ColumnKind.BOOLEAN : ColumnKind.NUMBER
              : KINDS.get(random.nextInt(KINDS.size()));
      String written = written(name);
      if (isNumeric) {
        numeric.add(name);
        terms.add(written + ":" + List.of("number", "raw").get(random.nextInt(2)));
        if (random.nextBoolean()) {
          terms.add(written + ":log");
        }
        if (random.nextBoolean()) {
          terms.add(written + ":bucket(-1.5;0;0.1;1E+17)");
        }
      }
      if (!isNumeric || random.nextBoolean()) {
        terms.add(random.nextInt(terms.size() + 1), written + ":category");
      }
      columns.add(new trainer.core.feature.Column(columns.size(), name, kind));
    }

    private static String written(String name) {
      return ColumnName.written(name);
    }

    void assertSame(int seed) {
      Object[] byColumn = new Object[columns.size()];
      for (int row = 0; row < 5; row++) {
        for (int c = 0; c < byColumn.length; c++) {
          byColumn[c] = value(columns.get(c).kind());
        }
        assertSame(
            byColumn, "seed " + seed + ", " + features.terms() + ", " + Arrays.toString(byColumn));
      }
    }

    private Object value(ColumnKind kind) {
      if (random.nextInt(6) == 0) {
        return null;
      }
      return switch (kind) {
        case BOOLEAN -> random.nextBoolean();
        case TEXT -> TEXTS.get(random.nextInt(TEXTS.size()));
        case NUMBER ->
            random.nextInt(9) == 0
                ? (Object) (random.nextDouble() * 1e6)
                : NUMBERS.get(random.nextInt(NUMBERS.size()));
      };
    }

    private void assertSame(Object[] byColumn, String title) {
      ColumnVector[] vectors = new ColumnVector[byColumn.length];
      for (int c = 0; c < vectors.length; c++) {
        vectors[c] = new OneValue(byColumn[c]);
      }
      FeatureBatch batch = new FeatureBatch(features.features().size(), false);
      batch.begin(1);
      new FeatureEncoder(features, new trainer.core.feature.FeatureKeys(seed, bits), scales)
          .encode(vectors, 0, batch);
      BadFieldException problem = batch.problem(0);
      SparseRow row;
      try {
        row = encoder.encode(fields(byColumn));
      } catch (RowException e) {
        assertThat(problem).as("%s: %s", title, e.getMessage()).isNotNull();
        return;
      }
      assertThat(problem).as(title).isNull();
      int count = row.count();
      assertThat(Arrays.copyOf(row.keys(), count))
          .as(title)
          .containsExactly(Arrays.copyOf(batch.keys(), batch.count(0)));
      for (int i = 0; i < count; i++) {
        assertThat(Float.floatToRawIntBits(row.values()[i]))
            .as(title)
            .isEqualTo(Float.floatToRawIntBits(batch.values()[i]));
      }
    }

    /**
     * The values in the order of the encoder's columns, whole numbers as longs half of the time.
     */
    private Object[] fields(Object[] byColumn) {
      Object[] fields = new Object[encoder.columns().size()];
      for (trainer.core.feature.Column column : columns) {
        int at = encoder.columns().indexOf(column.name());
        if (at >= 0) {
          Object value = byColumn[column.index()];
          boolean isWhole =
              value instanceof Double number
                  && number == (long) (double) number
                  && random.nextBoolean();
          fields[at] = isWhole ? (Object) ((Double) value).longValue() : value;
        }
      }
      return fields;
    }
  }

  /** A column of one record. */
  private record OneValue(Object value) implements ColumnVector {
    @Override
    public boolean isNull(int record) {
      return value == null;
    }

    @Override
    public double number(int record) {
      return value instanceof Boolean flag ? (flag ? 1 : 0) : (Double) value;
    }

    @Override
    public byte[] bytes(int record) {
      return value.toString().getBytes(UTF_8);
    }

    @Override
    public int start(int record) {
      return 0;
    }

    @Override
    public int end(int record) {
      return bytes(record).length;
    }

    @Override
    public boolean flag(int record) {
      return (Boolean) value;
    }
  }

  @Test
  void textsOfNumericColumnsAreParsedAsNumbers() {
    RowEncoder encoder =
        new RowEncoder("n:raw,n:category,n*m", new FeatureKeys(0, 0), "", List.of());
    for (Object digits : DIGITS) {
      byte[] bytes = digits.toString().getBytes(UTF_8);
      double number = DoubleParser.parse(bytes, 0, bytes.length);
      SparseRow ofText = encoder.encode(new Object[] {digits, "a"});
      SparseRow ofNumber = encoder.encode(new Object[] {number, "a"});
      assertThat(ofText.count()).isEqualTo(ofNumber.count());
      assertThat(ofText.keys()).isEqualTo(ofNumber.keys());
      assertThat(ofText.values()).isEqualTo(ofNumber.values());
    }
  }

  @Test
  void numbersAreParsedAsByTheReadersOfTables() {
    SplittableRandom random = new SplittableRandom(3);
    List<String> texts =
        new ArrayList<>(
            List.of(
                "", " ", ".", "-", "+", "5.", ".5", "+.5", "--5", "1d", "0x10", "1e400", "-inf"));
    texts.addAll(List.of("\t1 ", "1 2", "ınf", "Infinity", "+NaN", "-nan", "1e", "٣", "1.2.3"));
    texts.addAll(
        List.of("0".repeat(20) + "1", "9".repeat(400), "9".repeat(401), "9007199254740993"));
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(22); length >= 0; length--) {
        text.append("0123456789012345678901234567890123456789.-+e ".charAt(random.nextInt(45)));
      }
      texts.add(text.toString());
      texts.add(Double.toString(Double.longBitsToDouble(random.nextLong())));
    }
    for (String text : texts) {
      assertThat(bits(() -> NumberText.parse(text)))
          .as("'%s'", text)
          .isEqualTo(bits(() -> read(text)));
    }
  }

  private static double read(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return DoubleParser.parse(bytes, 0, bytes.length);
  }

  private static String bits(DoubleSupplier number) {
    try {
      return Long.toHexString(Double.doubleToLongBits(number.getAsDouble()));
    } catch (NumberFormatException e) {
      return "none";
    }
  }
}
