package trainer.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static trainer.onnx.ModelWriter.BOOL;
import static trainer.onnx.ModelWriter.DOUBLE;
import static trainer.onnx.ModelWriter.FLOAT;
import static trainer.onnx.ModelWriter.FLOAT16;
import static trainer.onnx.ModelWriter.INT16;
import static trainer.onnx.ModelWriter.INT32;
import static trainer.onnx.ModelWriter.INT64;
import static trainer.onnx.ModelWriter.INT8;
import static trainer.onnx.ModelWriter.OPEN;
import static trainer.onnx.ModelWriter.STRING;
import static trainer.onnx.ModelWriter.UINT16;
import static trainer.onnx.ModelWriter.UINT32;
import static trainer.onnx.ModelWriter.UINT64;
import static trainer.onnx.ModelWriter.UINT8;
import static trainer.onnx.ModelWriter.attributes;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.BadFieldException;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.RecordBatch;

/** Models that read columns. */
class ColumnsTest {
  /** A model whose output is its input. */
  private static ModelWriter identity(int type) {
    return new ModelWriter().input("x", type, OPEN).name("x", "y").output("y", type, OPEN);
  }

  private static ModelWriter cast(int from, int to) {
    ModelWriter model = new ModelWriter().input("x", from, OPEN);
    return model
        .name(model.node("Cast", attributes().integer("to", to), "x"), "y")
        .output("y", to, OPEN);
  }

  private static void check(ModelWriter writer, String[] texts, float... expected) {
    try (BatchModel model = Models.open(writer)) {
      assertThat(model.columns()).containsExactly("x");
      assertThat(model.outputs()).containsExactly("y");
      try (RecordBatch batch = model.newBatch()) {
        assertThat(model.batch()).isEqualTo(64);
        for (String text : texts) {
          batch.add(new String[] {text});
        }
        float[][] outputs = Models.compute(model, batch);
        for (int i = 0; i < expected.length; i++) {
          assertThat(outputs[i][0]).as(texts[i]).isEqualTo(expected[i]);
        }
      }
    }
  }

  @Test
  void readsEveryTypeOfFloatingPointNumbers() {
    String[] texts = {"1.5", " -2 ", "1e3", "0.1"};
    check(identity(FLOAT), texts, 1.5f, -2f, 1000f, 0.1f);
    check(identity(DOUBLE), texts, 1.5f, -2f, 1000f, 0.1f);
    check(identity(FLOAT16), texts, 1.5f, -2f, 1000f, 0.099975586f);
  }

  @Test
  void readsEveryTypeOfIntegers() {
    check(identity(INT8), new String[] {"-128", "127", "5.0"}, -128f, 127f, 5f);
    check(identity(UINT8), new String[] {"0", "255"}, 0f, 255f);
    check(identity(INT16), new String[] {"-32768", "32767"}, -32768f, 32767f);
    check(identity(INT32), new String[] {"-2147483648", "1e6"}, -0x1p31f, 1e6f);
    check(identity(INT64), new String[] {"-9223372036854775808", "16777216"}, -0x1p63f, 16777216f);
    check(identity(BOOL), new String[] {"true", "0", "FALSE", "1"}, 1f, 0f, 0f, 1f);
  }

  @Test
  void writesEveryTypeOfIntegers() {
    check(cast(INT64, UINT16), new String[] {"65535"}, 65535f);
    check(cast(INT64, UINT32), new String[] {"4294967040"}, 4294967040f);
    check(cast(INT64, UINT64), new String[] {"-9223372036854775808"}, 0x1p63f);
  }

  @Test
  void readsTexts() {
    ModelWriter model = new ModelWriter().input("x", STRING, OPEN, 1);
    model
        .node(
            "ai.onnx.ml",
            "LabelEncoder",
            attributes()
                .texts("keys_strings", "red", "", "grün")
                .integers("values_int64s", 1, 2, 3)
                .integer("default_int64", -1),
            "y",
            "x")
        .output("y", INT64, OPEN, 1);
    check(model, new String[] {"grün", "red", "", "blue"}, 3f, 1f, 2f, -1f);
  }

  @ParameterizedTest
  @CsvSource({
    "1, , column x is empty",
    "1, ' ', column x is empty",
    "1, 12a, 'column x is ''12a'', no number'",
    "1, 1d, 'column x is ''1d'', no number'",
    "1, NaN, 'column x is ''NaN'', no number'",
    "1, 1e39, 'column x is ''1e39'', beyond the largest number'",
    "11, 1e309, 'column x is ''1e309'', beyond the largest number'",
    "10, 65520, 'column x is ''65520'', beyond 65504'",
    "3, 128, 'column x is ''128'', and the model takes -128 to 127'",
    "2, -1, 'column x is ''-1'', and the model takes 0 to 255'",
    "7, 9223372036854775808, 'column x is ''9223372036854775808'', no integer'",
    "7, 1.5, 'column x is ''1.5'', no integer'",
    "7, 1e999999999, 'column x is ''1e999999999'', no integer'",
    "7, 1e-999999999, 'column x is ''1e-999999999'', no integer'",
    "9, yes, 'column x is ''yes'', neither true nor false'",
    "8, , column x is empty",
  })
  void namesTheColumnOfABrokenRecord(int type, String text, String message) throws IOException {
    ModelWriter writer = new ModelWriter().input("x", type, OPEN);
    writer
        .name(writer.node("Shape", attributes().integer("end", 1), "x"), "n")
        .output("n", INT64, OPEN);
    try (OnnxSession session =
        OnnxSession.open(Models.copy(writer.write()), "m.onnx", Models.folder())) {
      InputFeed feed =
          new InputPlanner(Models.settings(), "m.onnx")
              .plan(session.inputs(), Optional.empty())
              .get(0)
              .newFeed(List.of("x"), 2);
      assertThatExceptionOfType(BadFieldException.class)
          .isThrownBy(() -> feed.put(0, new String[] {text}))
          .withMessageStartingWith(message)
          .satisfies(e -> assertThat(e.advice()).isNotEmpty());
    }
  }

  @Test
  void leavesABrokenRecordOut() {
    try (BatchModel model = Models.open(identity(FLOAT));
        RecordBatch batch = model.newBatch()) {
      batch.add(new String[] {"1"});
      assertThatExceptionOfType(BadFieldException.class)
          .isThrownBy(() -> batch.add(new String[] {"?"}));
      batch.add(new String[] {"3"});
      assertThat(batch.size()).isEqualTo(2);
      assertThat(Models.compute(model, batch)).isDeepEqualTo(new float[][] {{1f}, {3f}});
      assertThat(batch.size()).isZero();
    }
  }

  @Test
  void readsSeveralColumnsIntoOneInput() {
    ModelWriter writer =
        new ModelWriter().input("features", FLOAT, OPEN, 3).input("price", DOUBLE, OPEN, 1);
    writer
        .name("features", "f.out")
        .name("price", "F_out_0")
        .output("f.out", FLOAT, OPEN, 3)
        .output("F_out_0", DOUBLE, OPEN, 1);
    try (BatchModel model = Models.open(writer, "onnx.columns", "features=a, b,a")) {
      assertThat(model.columns()).containsExactly("a", "b", "price");
      assertThat(model.outputs()).containsExactly("f_out_0", "f_out_1", "f_out_2", "F_out_0_2");
      assertThat(Models.compute(model, new String[] {"1", "2", "3"}, new String[] {"4", "5", "6"}))
          .isDeepEqualTo(new float[][] {{1f, 2f, 1f, 3f}, {4f, 5f, 4f, 6f}});
      assertThat(model.lines())
          .contains(
              "input features float[?,3]: columns a, b, a", "output F_out_0 double[?,1]: a number");
    }
  }

  @Test
  void takesTheWidthOfAnOpenInputFromItsColumnsAndOfAnOutputFromATrial() {
    ModelWriter writer = new ModelWriter().input("x", FLOAT, OPEN, OPEN);
    writer.name("x", "y").outputOfAnyShape("y", FLOAT);
    try (BatchModel model = Models.open(writer, "onnx.columns", "x=a,b")) {
      assertThat(model.outputs()).containsExactly("y_0", "y_1");
      assertThat(Models.compute(model, new String[] {"1", "2"}))
          .isDeepEqualTo(new float[][] {{1f, 2f}});
    }
  }

  @Test
  void takesTheBatchThatTheModelFixes() {
    ModelWriter writer = new ModelWriter().input("x", FLOAT, 3);
    writer.name(writer.node("CumSum", "x", writer.integers(0)), "y").output("y", FLOAT, 3);
    try (BatchModel model = Models.open(writer);
        RecordBatch batch = model.newBatch()) {
      assertThat(model.batch()).isEqualTo(3);
      batch.add(new String[] {"1"});
      batch.add(new String[] {"2"});
      assertThat(Models.compute(model, batch)).isDeepEqualTo(new float[][] {{1f}, {3f}});
    }
  }

  @Test
  void fillsABatchWithCopiesOfItsLastRecord() {
    ModelWriter writer = new ModelWriter().input("x", FLOAT, OPEN);
    String sum = writer.node("ReduceSum", attributes().integer("keepdims", 1), "x");
    writer.name(
        writer.node("Add", sum, writer.node("Mul", "x", writer.floats(new float[1], 1))), "y");
    writer.output("y", FLOAT, OPEN);
    try (BatchModel model = Models.open(writer, "score.batch", "4")) {
      assertThat(Models.compute(model, new String[] {"1"}, new String[] {"10"}))
          .isDeepEqualTo(new float[][] {{31f}, {31f}});
    }
  }

  @Test
  void refusesAnIntegerThatNoFloatIs() {
    try (BatchModel model = Models.open(identity(INT64))) {
      assertThatExceptionOfType(FailureException.class)
          .isThrownBy(() -> Models.compute(model, new String[] {"16777217"}))
          .withMessageContaining("output 'y' has the integer 16777217, which no float is")
          .satisfies(e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.MODEL_CODE_FAILED));
    }
  }

  @Test
  void reportsARunThatFails() {
    ModelWriter writer = new ModelWriter().input("x", INT64, OPEN);
    writer.name(writer.node("Gather", writer.floats(new float[] {5, 6}, 2), "x"), "y");
    writer.output("y", FLOAT, OPEN);
    try (BatchModel model = Models.open(writer);
        RecordBatch batch = model.newBatch()) {
      batch.add(new String[] {"7"});
      assertThatExceptionOfType(FailureException.class)
          .isThrownBy(() -> batch.compute(new float[8], 0))
          .withMessageContaining("MODEL_CODE_FAILED: ONNX Runtime 1.")
          .withMessageContaining("out of")
          .withMessageContaining("m.onnx");
      batch.add(new String[] {"1"});
      assertThat(Models.compute(model, batch)).isDeepEqualTo(new float[][] {{6f}});
    }
  }

  @Test
  void opensSeveralModelsInOneProcess() {
    try (BatchModel one = Models.open(identity(FLOAT));
        BatchModel two = Models.open(identity(INT32))) {
      assertThat(Models.compute(one, new String[] {"1.5"})[0]).containsExactly(1.5f);
      assertThat(Models.compute(two, new String[] {"2"})[0]).containsExactly(2f);
      assertThat(one.memoryMb()).isBetween(64, 80);
    }
  }
}
