package trainer.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static trainer.onnx.ModelWriter.FLOAT;
import static trainer.onnx.ModelWriter.INT32;
import static trainer.onnx.ModelWriter.INT64;
import static trainer.onnx.ModelWriter.OPEN;
import static trainer.onnx.ModelWriter.attributes;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureException;
import trainer.learning.batch.BatchModel;

/** Models that read texts, with tokenizers of a few words. */
class TextsTest {
  private static final String PADDING =
      "{\"strategy\":\"BatchLongest\",\"direction\":\"Left\",\"pad_to_multiple_of\":null,"
          + "\"pad_id\":7,\"pad_type_id\":0,\"pad_token\":\"none\"}";

  private static byte[] tokenizer(String padding) {
    String json =
        "{\"version\":\"1.0\",\"truncation\":null,\"padding\":"
            + padding
            + ",\"added_tokens\":[{\"id\":9,\"content\":\"<pad>\",\"single_word\":false,\"lstrip\":false,"
            + "\"rstrip\":false,\"normalized\":false,\"special\":true}],\"normalizer\":null,\"pre_tokenizer\":{\"type\":\"Whitespace\"},"
            + "\"post_processor\":null,\"decoder\":null,\"model\":{\"type\":\"WordLevel\",\"vocab\":"
            + "{\"unknown\":0,\"a\":1,\"b\":2,\"c\":3,\"<pad>\":9,\"none\":7},"
            + "\"unk_token\":\"unknown\"}}";
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** A model whose outputs are its token ids and its mask. */
  private static ModelWriter echo(int type, long length) {
    ModelWriter model =
        new ModelWriter()
            .input("input_ids", type, OPEN, length)
            .input("attention_mask", type, OPEN, length);
    return model
        .name("input_ids", "ids")
        .name("attention_mask", "mask")
        .output("ids", type, OPEN, length)
        .output("mask", type, OPEN, length);
  }

  private static BatchModel open(ModelWriter model, String padding, String... keysAndValues) {
    return Models.open(Models.file(model.write(), Optional.of(tokenizer(padding))), keysAndValues);
  }

  @Test
  void padsToTheLengthThatTheModelFixesWithTheTokenOfTheVocabulary() {
    try (BatchModel model = open(echo(INT32, 4), "null", "onnx.text", "body", "score.batch", "8")) {
      assertThat(
              Models.compute(
                  model,
                  new String[] {"a b"},
                  new String[] {"c c c c c a"},
                  new String[] {"x"},
                  new String[] {""}))
          .isDeepEqualTo(
              new float[][] {
                {1, 2, 9, 9, 1, 1, 0, 0},
                {3, 3, 3, 3, 1, 1, 1, 1},
                {0, 9, 9, 9, 1, 0, 0, 0},
                {9, 9, 9, 9, 0, 0, 0, 0},
              });
      assertThat(model.lines().get(0)).contains("at most 4, padded to 4");
    }
  }

  @Test
  void padsOnTheSideOfTheTokenizer() {
    try (BatchModel model =
        open(
            echo(INT64, 4),
            PADDING,
            "onnx.text",
            "body",
            "onnx.max-tokens",
            "3",
            "score.batch",
            "2")) {
      assertThat(Models.compute(model, new String[] {"a b"}, new String[] {"a b c a"}))
          .isDeepEqualTo(new float[][] {{7, 7, 1, 2, 0, 0, 1, 1}, {7, 1, 2, 3, 0, 1, 1, 1}});
    }
  }

  @Test
  void poolsTheTokensOfEachText() {
    for (String padding : new String[] {"null", PADDING}) {
      for (String pooling : new String[] {"mean", "first"}) {
        ModelWriter writer = new ModelWriter().input("input_ids", INT64, OPEN, OPEN);
        String numbers = writer.node("Cast", attributes().integer("to", FLOAT), "input_ids");
        writer.name(writer.node("Unsqueeze", numbers, writer.integers(2)), "state");
        writer.output("state", FLOAT, OPEN, OPEN, 1);
        try (BatchModel model =
            open(
                writer,
                padding,
                "onnx.text",
                "body",
                "onnx.pooling",
                pooling,
                "score.batch",
                "3")) {
          float[][] outputs =
              Models.compute(
                  model, new String[] {"b c b a"}, new String[] {"c"}, new String[] {""});
          assertThat(outputs).isDeepEqualTo(new float[][] {{2}, {3}, {0}});
        }
      }
    }
  }

  @Test
  void readsColumnsBesideTheText() {
    ModelWriter writer = echo(INT64, 2).input("age", FLOAT, OPEN, 1);
    writer.name("age", "years").output("years", FLOAT, OPEN, 1);
    try (BatchModel model =
        open(writer, "null", "onnx.text", "body", "onnx.outputs", "years,ids")) {
      assertThat(model.columns()).containsExactly("body", "age");
      assertThat(model.outputs()).containsExactly("years", "ids_0", "ids_1");
      assertThat(Models.compute(model, new String[] {"a b", "41"}))
          .isDeepEqualTo(new float[][] {{41, 1, 2}});
    }
  }

  @Test
  void fillsTokenInputsFromColumnsWhereSettingsSaySo() {
    try (BatchModel model =
        Models.open(echo(INT64, 2), "onnx.columns", "input_ids=a,b;attention_mask=c,d")) {
      assertThat(Models.compute(model, new String[] {"5", "6", "1", "0"}))
          .isDeepEqualTo(new float[][] {{5, 6, 1, 0}});
    }
  }

  @Test
  void refusesAnOutputWhoseWidthChangesWithTheTexts() {
    try (BatchModel model = open(echo(INT64, OPEN), "null", "onnx.text", "body")) {
      assertThatExceptionOfType(FailureException.class)
          .isThrownBy(() -> Models.compute(model, new String[] {"a b c a b c a b c"}))
          .withMessageContaining("output 'ids' has the shape [1, 9] for 1 records of 1 numbers")
          .withMessageContaining("trainer.onnx.outputs");
    }
  }
}
