package trainer.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static trainer.onnx.ModelWriter.FLOAT;
import static trainer.onnx.ModelWriter.INT64;
import static trainer.onnx.ModelWriter.OPEN;
import static trainer.onnx.ModelWriter.STRING;
import static trainer.onnx.ModelWriter.UINT16;
import static trainer.onnx.ModelWriter.attributes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.learning.batch.BatchModelFile;

/** Models and settings that are refused before the start. */
class RefusalsTest {
  private static ModelWriter named(String input, String output) {
    return new ModelWriter()
        .input(input, FLOAT, OPEN, 2)
        .name(input, output)
        .output(output, FLOAT, OPEN, 2);
  }

  private static ModelWriter tokens() {
    ModelWriter model = new ModelWriter().input("input_ids", INT64, OPEN, OPEN);
    return model
        .name(model.node("Cast", attributes().integer("to", FLOAT), "input_ids"), "y")
        .output("y", FLOAT, OPEN, OPEN);
  }

  private static void refuses(
      FailureKind kind, ModelWriter model, String message, String... keysAndValues) {
    refuses(kind, model.write(), message, keysAndValues);
  }

  private static void refuses(
      FailureKind kind, byte[] model, String message, String... keysAndValues) {
    refuses(kind, Models.file(model, Optional.empty()), message, keysAndValues);
  }

  private static void refuses(
      FailureKind kind, BatchModelFile file, String message, String... keysAndValues) {
    assertThatExceptionOfType(FailureException.class)
        .isThrownBy(() -> Models.open(file, keysAndValues))
        .satisfies(
            e -> {
              assertThat(e.failure().kind()).as(e.getMessage()).isEqualTo(kind);
              assertThat(e.failure().message()).contains(message);
              assertThat(e.failure().advice()).isNotEmpty();
            });
  }

  @Test
  void refusesFilesThatAreNoModels() throws IOException {
    byte[] model = Files.readAllBytes(Models.miniLm().content());
    String no = "the file is no ONNX model: ";
    refuses(FailureKind.MODEL_CORRUPT, new byte[0], no);
    refuses(FailureKind.MODEL_CORRUPT, "<html>no</html>".getBytes(StandardCharsets.UTF_8), no);
    refuses(FailureKind.MODEL_CORRUPT, Arrays.copyOf(model, model.length - 1000), no);
    byte[] text = "version https://git-lfs.github.com/spec/v1".getBytes(StandardCharsets.UTF_8);
    refuses(FailureKind.MODEL_CORRUPT, text, no);
  }

  @Test
  void refusesOperatorsThatAreUnknownOrTooNew() {
    refuses(FailureKind.VERSION_NOT_SUPPORTED, named("x", "y").opset(99), "older opset_version");
    ModelWriter custom = new ModelWriter().input("x", FLOAT, OPEN);
    custom.node("com.example", "Foo", attributes(), "y", "x").output("y", FLOAT, OPEN);
    refuses(FailureKind.MODEL_CORRUPT, custom, "Foo");
  }

  @Test
  void refusesTensorsInOtherFiles() {
    ModelWriter model = new ModelWriter().input("x", FLOAT, OPEN).external();
    model
        .name(model.node("Add", "x", model.floats(new float[] {1}, 1)), "y")
        .output("y", FLOAT, OPEN);
    refuses(FailureKind.MODEL_CORRUPT, model, "tensors in other files: constant1");
  }

  @Test
  void refusesUnknownNamesWithTheNearest() {
    String[] columns = {"onnx.columns", "features=a,b"};
    refuses(
        FailureKind.CONFIG_INVALID,
        named("features", "y"),
        "no input 'feature' — m.onnx, trainer.onnx.columns — did you mean 'features'?",
        "onnx.columns",
        "feature=a,b");
    refuses(
        FailureKind.CONFIG_INVALID,
        named("features", "logits"),
        "no output 'logit' — m.onnx, trainer.onnx.outputs — did you mean 'logits'?",
        columns[0],
        columns[1],
        "onnx.outputs",
        "logit");
    refuses(
        FailureKind.CONFIG_INVALID,
        named("features", "logits"),
        "it has logits",
        columns[0],
        columns[1],
        "onnx.outputs",
        "z");
    refuses(FailureKind.CONFIG_INVALID, named("x", "y"), "INPUT=COLUMN", "onnx.columns", "a,b");
    refuses(FailureKind.CONFIG_INVALID, named("x", "y"), "twice", "onnx.columns", "x=a,b;x=a,b");
  }

  @Test
  void refusesInputsThatColumnsDoNotFill() {
    refuses(
        FailureKind.CONFIG_CONFLICT,
        named("x", "y"),
        "input 'x', float[?,2], takes 2 values — m.onnx — name their columns:"
            + " trainer.onnx.columns=x=COLUMN");
    refuses(
        FailureKind.CONFIG_CONFLICT,
        named("x", "y"),
        "input 'x', float[?,2], does not take 3 columns — m.onnx — name 2",
        "onnx.columns",
        "x=a,b,c");
    ModelWriter flag = new ModelWriter().input("x", FLOAT, OPEN).input("flag", FLOAT);
    flag.name(flag.node("Add", "x", "flag"), "y").output("y", FLOAT, OPEN);
    refuses(FailureKind.CONFIG_CONFLICT, flag, "input 'flag', float[], has one value for all");
    ModelWriter shorts = new ModelWriter().input("x", UINT16, OPEN);
    shorts
        .name(shorts.node("Cast", attributes().integer("to", FLOAT), "x"), "y")
        .output("y", FLOAT, OPEN);
    refuses(FailureKind.CONFIG_CONFLICT, shorts, "input 'x' is uint16[?], which is not filled");
  }

  @Test
  void refusesAnotherBatchThanTheModelFixes() {
    ModelWriter model = new ModelWriter().input("x", FLOAT, 3).name("x", "y").output("y", FLOAT, 3);
    refuses(
        FailureKind.CONFIG_CONFLICT,
        model,
        "takes 3 records, not 8 — m.onnx, trainer.score.batch — give trainer.score.batch=3",
        "score.batch",
        "8");
  }

  @Test
  void refusesTextsWithoutColumnOrTokenizer() throws IOException {
    refuses(FailureKind.CONFIG_INVALID, tokens(), "give trainer.onnx.text=COLUMN");
    refuses(
        FailureKind.CONFIG_CONFLICT,
        tokens(),
        "put tokenizer.json beside the model",
        "onnx.text",
        "body");
    refuses(
        FailureKind.CONFIG_CONFLICT,
        named("x", "y"),
        "no text is read",
        "onnx.text",
        "body",
        "onnx.columns",
        "x=a,b");
    byte[] model = tokens().write();
    refuses(
        FailureKind.MODEL_CORRUPT,
        Models.file(model, Optional.of(new byte[] {'{', '}'})),
        "tokenizer.json cannot be read",
        "onnx.text",
        "body");
    refuses(
        FailureKind.CONFIG_INVALID,
        Models.file(
            model, Optional.of(Files.readAllBytes(Models.miniLm().tokenizer().orElseThrow()))),
        "a text has 2 special tokens, which leaves none of 2",
        "onnx.text",
        "body",
        "onnx.max-tokens",
        "2");
  }

  @Test
  void refusesOutputsThatAreNoNumbers() {
    ModelWriter texts =
        new ModelWriter().input("x", STRING, OPEN).name("x", "y").output("y", STRING, OPEN);
    refuses(
        FailureKind.CONFIG_CONFLICT,
        texts,
        "output 'y' is string[?], and only numbers are written");
    ModelWriter sequence = new ModelWriter().input("x", FLOAT, OPEN);
    sequence.node("", "SequenceConstruct", attributes(), "y", "x").sequenceOutput("y", FLOAT);
    refuses(FailureKind.CONFIG_CONFLICT, sequence, "options={'zipmap': False}");
  }

  @Test
  void refusesOutputsWithoutANumberForEachRecord() {
    ModelWriter sum = new ModelWriter().input("x", FLOAT, OPEN);
    sum.name(sum.node("ReduceSum", attributes().integer("keepdims", 0), "x"), "y");
    sum.outputOfAnyShape("y", FLOAT);
    refuses(FailureKind.MODEL_CODE_FAILED, sum, "output 'y' has the shape [] for 64 records");
    ModelWriter one = new ModelWriter().input("x", FLOAT, OPEN);
    one.name(one.node("ReduceSum", attributes().integer("keepdims", 1), "x"), "y");
    one.output("y", FLOAT, 1);
    refuses(FailureKind.MODEL_CODE_FAILED, one, "output 'y' has the shape [1] for 64 records");
  }

  @Test
  void refusesTooManyNumbers() {
    ModelWriter wide = new ModelWriter().input("x", FLOAT, OPEN, 1);
    wide.name(wide.node("Expand", "x", wide.integers(1, 4097)), "y");
    wide.output("y", FLOAT, OPEN, 4097);
    refuses(FailureKind.CONFIG_CONFLICT, wide, "output 'y' has 4097 numbers a record");
  }

  @Test
  void refusesImagesThatDoNotFit() {
    refuses(FailureKind.CONFIG_INVALID, image(OPEN, OPEN), "trainer.onnx.image.size=HEIGHTxWIDTH");
    refuses(
        FailureKind.CONFIG_INVALID, image(OPEN, OPEN), "'5' is no size", "onnx.image.size", "5");
    refuses(FailureKind.CONFIG_CONFLICT, image(4, 6), "images of 4x6", "onnx.image.size", "6x4");
    refuses(
        FailureKind.CONFIG_INVALID, image(4, 6), "3 separated by commas", "onnx.image.mean", "1,2");
    refuses(FailureKind.CONFIG_INVALID, image(4, 6), "all above 0", "onnx.image.std", "0");
    refuses(
        FailureKind.CONFIG_CONFLICT, image(4, 6), "has 3 channels", "onnx.image.colors", "gray");
    ModelWriter both = image(4, 6).input("age", FLOAT, OPEN);
    refuses(FailureKind.CONFIG_CONFLICT, both, "the model takes an image and other inputs: ");
  }

  private static ModelWriter image(long height, long width) {
    ModelWriter model = new ModelWriter().input("pixels", FLOAT, OPEN, 3, height, width);
    return model
        .name(model.node("ReduceMean", "pixels", model.integers(1, 2, 3)), "y")
        .output("y", FLOAT, OPEN, 1, 1, 1);
  }
}
