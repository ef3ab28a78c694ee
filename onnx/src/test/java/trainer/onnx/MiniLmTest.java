package trainer.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import trainer.core.feature.BadFieldException;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.RecordBatch;

/** A transformer of sentences, all-MiniLM-L6-v2 in int8, with its tokenizer. */
class MiniLmTest {
  private static final String[] WORDS =
      "the cat dog sat mat on a red ship sails home tomorrow prices rise 7 € zürich".split(" ");

  private static BatchModel model;

  @BeforeAll
  static void open() throws IOException {
    model = Models.open(Models.miniLm(), "onnx.text", "body", "score.batch", "8");
  }

  @AfterAll
  static void close() {
    model.close();
  }

  private static String[] text(String text) {
    return new String[] {text};
  }

  private static String[][] texts(long seed, int count) {
    Random random = new Random(seed);
    String[][] texts = new String[count][];
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      for (int words = random.nextInt(40); words >= 0; words--) {
        text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
      }
      texts[i] = text(text.toString());
    }
    return texts;
  }

  private static double cosine(float[] a, float[] b) {
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.length; i++) {
      ab += a[i] * b[i];
      aa += a[i] * a[i];
      bb += b[i] * b[i];
    }
    return ab / Math.sqrt(aa * bb);
  }

  @Test
  void putsAlikeSentencesCloserThanOthers() {
    float[][] vectors =
        Models.compute(
            model,
            text("A man is eating food."),
            text("A man eats something."),
            text("The stock market fell by three percent."));
    assertThat(vectors[0]).hasSize(384);
    assertThat(cosine(vectors[0], vectors[1])).isGreaterThan(0.7);
    assertThat(cosine(vectors[0], vectors[2])).isLessThan(0.2);
  }

  @Test
  void tellsHowItIsUsed() {
    assertThat(model.columns()).containsExactly("body");
    assertThat(model.takesFiles()).isFalse();
    assertThat(model.outputs()).hasSize(384).startsWith("last_hidden_state_0");
    assertThat(String.join("\n", model.lines()))
        .contains("the tokens of column body, at most 128")
        .contains("384 numbers, pooled over the tokens")
        .contains("batches of 8, by ONNX Runtime 1.");
    assertThat(model.memoryMb()).isBetween(100, 300);
  }

  @Test
  void hasTheSameBitsInEveryThreadAndAfterOtherBatches() throws Exception {
    float[][] expected = Models.compute(model, texts(1, 8));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Callable<float[][]> some =
          () -> {
            float[][] outputs = null;
            try (RecordBatch batch = model.newBatch()) {
              for (long seed : new long[] {5, 6, 1}) {
                for (String[] text : texts(seed, 8)) {
                  batch.add(text);
                }
                outputs = Models.compute(model, batch);
              }
            }
            return outputs;
          };
      for (Future<float[][]> each : threads.invokeAll(List.of(some, some))) {
        assertThat(each.get()).isDeepEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void computesAPartialBatchAsOneThatIsFilledWithItsLastRecord() {
    String[][] some = texts(2, 3);
    String[][] full = Arrays.copyOf(some, 8);
    Arrays.fill(full, 3, 8, some[2]);
    float[][] outputs = Models.compute(model, full);
    assertThat(Models.compute(model, some)).isDeepEqualTo(Arrays.copyOf(outputs, 3));
  }

  @Test
  void poolsTheFirstTokenWhereSettingsWantIt() throws IOException {
    try (BatchModel first =
        Models.open(
            Models.miniLm(), "onnx.text", "body", "onnx.pooling", "first", "score.batch", "8")) {
      float[] one = Models.compute(first, text("hello"))[0];
      assertThat(one).hasSize(384).isNotEqualTo(Models.compute(model, text("hello"))[0]);
    }
  }

  @Test
  void readsTheBeginningOfALongText() {
    StringBuilder beginning = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      beginning.append("cat ");
    }
    String longer = beginning + "x".repeat(9_000_000);
    float[][] outputs = Models.compute(model, text(beginning.toString()), text(longer));
    assertThat(outputs[1]).isEqualTo(outputs[0]);
  }

  @Test
  void takesEveryTextButNull() {
    String[] odd = {"", " ", "\0", "\uD800", "日本語 🎉", "[PAD] [CLS] [SEP]", "\u202E\uFFFF"};
    for (String text : odd) {
      assertThat(Models.compute(model, text(text))[0]).doesNotContain(Float.NaN);
    }
    try (RecordBatch batch = model.newBatch()) {
      assertThatExceptionOfType(BadFieldException.class)
          .isThrownBy(() -> batch.add(text(null)))
          .withMessage("column body is empty");
      assertThat(batch.size()).isZero();
    }
  }
}
