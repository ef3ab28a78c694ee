package trainer.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static trainer.onnx.ModelWriter.FLOAT;
import static trainer.onnx.ModelWriter.FLOAT16;
import static trainer.onnx.ModelWriter.OPEN;
import static trainer.onnx.ModelWriter.UINT8;
import static trainer.onnx.ModelWriter.attributes;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import javax.imageio.ImageIO;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import trainer.core.feature.BadFieldException;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.RecordBatch;

/** Models that read images. */
class ImagesTest {
  private static final Offset<Float> ROUNDING = within(1e-6f);

  /** A model whose output is its input of one record after another. */
  private static ModelWriter identity(int type, long... shape) {
    return new ModelWriter()
        .input("pixels", type, shape)
        .name("pixels", "y")
        .output("y", type, shape);
  }

  /** Two rows of two pixels: red, green, blue and a grey of 51. */
  private static BufferedImage four(int type) {
    BufferedImage image = new BufferedImage(2, 2, type);
    image.setRGB(0, 0, 0xFFFF0000);
    image.setRGB(1, 0, 0xFF00FF00);
    image.setRGB(0, 1, 0xFF0000FF);
    image.setRGB(1, 1, 0xFF333333);
    return image;
  }

  private static byte[] file(BufferedImage image, String format) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      assertThat(ImageIO.write(image, format, out)).isTrue();
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static float[] compute(BatchModel model, byte[]... files) {
    try (RecordBatch batch = model.newBatch()) {
      for (byte[] file : files) {
        batch.add(file);
      }
      return Models.compute(model, batch)[files.length - 1];
    }
  }

  @Test
  void putsChannelsFirst() {
    try (BatchModel model = Models.open(identity(FLOAT, OPEN, 3, 2, 2))) {
      assertThat(model.takesFiles()).isTrue();
      assertThat(model.columns()).isEmpty();
      assertThat(model.outputs()).hasSize(12);
      assertThat(compute(model, file(four(BufferedImage.TYPE_INT_RGB), "png")))
          .containsExactly(new float[] {1, 0, 0, .2f, 0, 1, 0, .2f, 0, 0, 1, .2f}, ROUNDING);
    }
  }

  @Test
  void putsChannelsLastInTheOrderOfSettingsAndScaled() {
    try (BatchModel model =
        Models.open(
            identity(FLOAT, OPEN, 2, 2, 3),
            "onnx.image.colors",
            "bgr",
            "onnx.image.mean",
            "0.5,0,0",
            "onnx.image.std",
            "0.5,1,2")) {
      assertThat(compute(model, file(four(BufferedImage.TYPE_INT_RGB), "png")))
          .containsExactly(new float[] {-1, 0, .5f, -1, 1, 0, 1, 0, 0, -.6f, .2f, .1f}, ROUNDING);
      assertThat(model.lines().get(0))
          .isEqualTo(
              "input pixels float[?,2,2,3]: an image, stretched to 2x2, BGR, 0 to 1, minus"
                  + " [0.5, 0.0, 0.0], over [0.5, 1.0, 2.0]");
    }
  }

  @Test
  void givesBytesToAModelOfBytes() {
    try (BatchModel model = Models.open(identity(UINT8, OPEN, 2, 2, 3))) {
      assertThat(compute(model, file(four(BufferedImage.TYPE_INT_RGB), "png")))
          .containsExactly(255, 0, 0, 0, 255, 0, 0, 0, 255, 51, 51, 51);
    }
  }

  @Test
  void takesGreyValuesAndHalfPrecision() {
    try (BatchModel gray = Models.open(identity(FLOAT16, OPEN, 1, 2, 2))) {
      assertThat(compute(gray, file(four(BufferedImage.TYPE_INT_RGB), "png")))
          .containsExactly(new float[] {.299f, .587f, .114f, .2f}, within(1e-3f));
    }
  }

  @Test
  void takesTheSizeOfSettingsWhereTheModelHasNone() {
    try (BatchModel model =
        Models.open(identity(FLOAT, OPEN, OPEN, OPEN, OPEN), "onnx.image.size", "2x1")) {
      assertThat(compute(model, file(four(BufferedImage.TYPE_INT_RGB), "png")))
          .containsExactly(new float[] {.5f, .1f, .5f, .1f, 0, .6f}, ROUNDING);
    }
  }

  @Test
  void readsEveryKindOfStoredPixelsAlike() {
    try (BatchModel model = Models.open(identity(UINT8, OPEN, 2, 2, 3))) {
      float[] expected = {255, 0, 0, 0, 255, 0, 0, 0, 255, 51, 51, 51};
      assertThat(compute(model, file(four(BufferedImage.TYPE_INT_ARGB), "png")))
          .isEqualTo(expected);
      assertThat(compute(model, file(four(BufferedImage.TYPE_3BYTE_BGR), "bmp")))
          .isEqualTo(expected);
      assertThat(compute(model, file(four(BufferedImage.TYPE_INT_RGB), "tiff")))
          .isEqualTo(expected);
      BufferedImage palette = drawing(BufferedImage.TYPE_BYTE_INDEXED);
      assertThat(compute(model, file(palette, "gif")))
          .isEqualTo(compute(model, file(palette, "png")));
      BufferedImage gray = new BufferedImage(2, 2, BufferedImage.TYPE_BYTE_GRAY);
      gray.getRaster().setPixels(0, 0, 2, 2, new int[] {0, 100, 200, 255});
      float[] grays = {0, 0, 0, 100, 100, 100, 200, 200, 200, 255, 255, 255};
      assertThat(compute(model, file(gray, "png"))).isEqualTo(grays);
      BufferedImage deep = new BufferedImage(2, 2, BufferedImage.TYPE_USHORT_GRAY);
      deep.getRaster().setPixels(0, 0, 2, 2, new int[] {0, 25700, 51400, 65535});
      assertThat(compute(model, file(deep, "png"))).isEqualTo(grays);
      BufferedImage bits = new BufferedImage(2, 2, BufferedImage.TYPE_BYTE_BINARY);
      bits.setRGB(1, 1, 0xFFFFFFFF);
      assertThat(compute(model, file(bits, "png")))
          .containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255);
    }
  }

  @Test
  void readsJpegsWithTheirLosses() {
    try (BatchModel model = Models.open(identity(FLOAT, OPEN, 3, 4, 4))) {
      for (int type : new int[] {BufferedImage.TYPE_INT_RGB, BufferedImage.TYPE_BYTE_GRAY}) {
        float[] png = compute(model, file(drawing(type), "png"));
        float[] jpeg = compute(model, file(drawing(type), "jpeg"));
        assertThat(jpeg).containsExactly(png, within(0.05f)).isNotEqualTo(png);
      }
    }
  }

  private static BufferedImage drawing(int type) {
    BufferedImage image = new BufferedImage(64, 64, type);
    Graphics2D pen = image.createGraphics();
    pen.setColor(Color.WHITE);
    pen.fillRect(0, 0, 64, 64);
    pen.setColor(Color.ORANGE);
    pen.fillOval(10, 10, 40, 30);
    pen.dispose();
    return image;
  }

  @Test
  void refusesEveryDamagedFileByAMessage() {
    byte[][] files = {
      file(drawing(BufferedImage.TYPE_INT_RGB), "png"),
      file(drawing(BufferedImage.TYPE_INT_RGB), "jpeg"),
      file(drawing(BufferedImage.TYPE_INT_RGB), "bmp"),
      file(drawing(BufferedImage.TYPE_INT_RGB), "tiff"),
      file(four(BufferedImage.TYPE_BYTE_INDEXED), "gif"),
      file(four(BufferedImage.TYPE_BYTE_INDEXED), "png"),
    };
    Random random = new Random(11);
    int refused = 0;
    try (BatchModel model = Models.open(identity(FLOAT, OPEN, 3, 2, 2));
        RecordBatch batch = model.newBatch()) {
      for (int round = 0; round < 3000; round++) {
        byte[] damaged = files[round % files.length].clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
          int at = random.nextInt(random.nextBoolean() ? damaged.length : 64);
          damaged[at] = (byte) random.nextInt();
        }
        if (random.nextInt(4) == 0) {
          damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
        }
        int size = batch.size();
        try {
          batch.add(damaged);
          Models.compute(model, batch);
        } catch (BadFieldException e) {
          refused++;
          assertThat(batch.size()).isEqualTo(size);
          assertThat(e.getMessage()).startsWith("the ");
          assertThat(e.advice()).isNotEmpty();
        }
      }
    }
    assertThat(refused).isBetween(500, 2900);
  }

  @Test
  void refusesMonstrousImagesByTheirHeader() {
    byte[] png = file(four(BufferedImage.TYPE_INT_RGB), "png");
    try (BatchModel model = Models.open(identity(FLOAT, OPEN, 3, 2, 2));
        RecordBatch batch = model.newBatch()) {
      ByteBuffer.wrap(png).putInt(16, 60_000).putInt(20, 60_000);
      assertThatExceptionOfType(BadFieldException.class)
          .isThrownBy(() -> batch.add(png))
          .withMessage("the image has 60000x60000 pixels")
          .satisfies(e -> assertThat(e.advice()).startsWith("100,000,000 are taken at most"));
      ByteBuffer.wrap(png).putInt(16, 70_000).putInt(20, 1);
      assertThatExceptionOfType(BadFieldException.class)
          .isThrownBy(() -> batch.add(png))
          .withMessage("the image has 70000x1 pixels");
      assertThatExceptionOfType(BadFieldException.class)
          .isThrownBy(() -> batch.add(new byte[0]))
          .withMessage("the file is no image that Java reads (0 bytes)");
    }
  }

  /** A vision transformer of one layer: patches of 4, 16 numbers a patch, 2 heads. */
  @Test
  void runsAVisionTransformer() {
    Random random = new Random(7);
    ModelWriter vit = new ModelWriter().input("pixel_values", FLOAT, OPEN, 3, 16, 16);
    String patches =
        vit.node(
            "Conv",
            attributes().integers("kernel_shape", 4, 4).integers("strides", 4, 4),
            "pixel_values",
            vit.random(random, 0.2, 16, 3, 4, 4));
    String rows =
        vit.node(
            "Transpose",
            attributes().integers("perm", 0, 2, 1),
            vit.node("Reshape", patches, vit.integers(0, 16, 16)));
    String placed = vit.node("Add", rows, vit.random(random, 0.1, 1, 16, 16));
    String attended = vit.node("Add", placed, attention(vit, random, normal(vit, placed)));
    String hidden =
        vit.node(
            "Gelu", vit.node("MatMul", normal(vit, attended), vit.random(random, 0.2, 16, 64)));
    String out =
        vit.node("Add", attended, vit.node("MatMul", hidden, vit.random(random, 0.2, 64, 16)));
    String pooled =
        vit.node("ReduceMean", attributes().integer("keepdims", 0), out, vit.integers(1));
    String logits = vit.node("MatMul", pooled, vit.random(random, 1, 16, 5));
    vit.name(vit.node("Softmax", logits), "probability").output("probability", FLOAT, OPEN, 5);
    try (BatchModel model =
        Models.open(vit, "onnx.image.mean", "0.5", "onnx.image.std", "0.5", "score.batch", "8")) {
      assertThat(model.outputs())
          .containsExactly(
              "probability_0", "probability_1", "probability_2", "probability_3", "probability_4");
      byte[] one = file(drawing(BufferedImage.TYPE_INT_RGB), "png");
      byte[] other = file(four(BufferedImage.TYPE_INT_RGB), "png");
      float[] first = compute(model, other, one);
      assertThat(compute(model, one, one)).isEqualTo(first);
      assertThat(compute(model, one, other)).isNotEqualTo(first);
      float sum = 0;
      for (float probability : first) {
        sum += probability;
      }
      assertThat(sum).isCloseTo(1f, ROUNDING);
    }
  }

  private static String normal(ModelWriter vit, String value) {
    float[] ones = new float[16];
    Arrays.fill(ones, 1f);
    return vit.node("LayerNormalization", value, vit.floats(ones, 16));
  }

  private static String attention(ModelWriter vit, Random random, String value) {
    String[] heads = new String[3];
    for (int i = 0; i < heads.length; i++) {
      String all = vit.node("MatMul", value, vit.random(random, 0.2, 16, 16));
      String split = vit.node("Reshape", all, vit.integers(0, 16, 2, 8));
      long[] order = i == 1 ? new long[] {0, 2, 3, 1} : new long[] {0, 2, 1, 3};
      heads[i] = vit.node("Transpose", attributes().integers("perm", order), split);
    }
    String scores = vit.node("Softmax", vit.node("MatMul", heads[0], heads[1]));
    String mixed =
        vit.node(
            "Transpose",
            attributes().integers("perm", 0, 2, 1, 3),
            vit.node("MatMul", scores, heads[2]));
    return vit.node("Reshape", mixed, vit.integers(0, 16, 16));
  }
}
