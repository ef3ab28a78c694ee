package trainer.onnx.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys.ImageFit;

class ResamplingTest {
  private static final Offset<Float> ROUNDING = within(1e-4f);

  /** An image of grey values, row by row. */
  private static DecodedImage image(int width, int... grays) {
    int height = grays.length / width;
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < grays.length; i++) {
      image.setRGB(i % width, i / width, grays[i] * 0x010101);
    }
    return new DecodedImage(image);
  }

  /** The red values of a target. */
  private static float[] reds(float[] target) {
    float[] reds = new float[target.length / 3];
    for (int i = 0; i < reds.length; i++) {
      assertThat(target[3 * i + 1]).isEqualTo(target[3 * i]);
      assertThat(target[3 * i + 2]).isEqualTo(target[3 * i]);
      reds[i] = target[3 * i];
    }
    return reds;
  }

  private static float[] resize(ImageFit fit, int width, int height, DecodedImage image) {
    return reds(new Resampling(fit, width, height).apply(image));
  }

  @Test
  void leavesAnImageOfTheSizeAsItIs() {
    assertThat(resize(ImageFit.STRETCH, 2, 2, image(2, 10, 20, 30, 255)))
        .containsExactly(10, 20, 30, 255);
  }

  /** The weights of Pillow's BILINEAR: 3/7, 3/7, 1/7 at either end. */
  @Test
  void halvesARowWithAWideTriangle() {
    assertThat(resize(ImageFit.STRETCH, 2, 1, image(4, 0, 70, 140, 210)))
        .containsExactly(new float[] {50f, 160f}, ROUNDING);
  }

  /** Centres at -1/4, 1/4, 3/4, 5/4 of the first pixel's centre. */
  @Test
  void doublesAColumnByLinearInterpolation() {
    assertThat(resize(ImageFit.STRETCH, 1, 4, image(1, 0, 100)))
        .containsExactly(new float[] {0f, 25f, 75f, 100f}, ROUNDING);
  }

  /** Thirds of 9 and 6: 5 becomes 3, worked out by hand as 5/3 wide triangles. */
  @Test
  void shrinksByAFraction() {
    // Target 1: centre 2.5, support 5/3; distances 2 1 0 1 2 give 0, 0.4, 1, 0.4, 0.
    float middle = (0.4f * 10 + 20 + 0.4f * 60) / 1.8f;
    // Target 0: centre 5/6; distances 1/3, 2/3, 5/3 give 0.8, 0.6, 0.
    float first = (0.8f * 0 + 0.6f * 10) / 1.4f;
    assertThat(resize(ImageFit.STRETCH, 3, 1, image(5, 0, 10, 20, 60, 100)))
        .containsExactly(new float[] {first, middle, (0.8f * 100 + 0.6f * 60) / 1.4f}, ROUNDING);
  }

  @Test
  void cropsTheLongSideAtBothEnds() {
    assertThat(resize(ImageFit.CROP, 2, 2, image(4, 1, 2, 3, 4, 5, 6, 7, 8)))
        .containsExactly(2, 3, 6, 7);
    assertThat(resize(ImageFit.CROP, 1, 1, image(1, 1, 2, 3))).containsExactly(2);
  }

  @Test
  void padsTheShortSideWithBlack() {
    assertThat(resize(ImageFit.PAD, 3, 3, image(3, 7, 8, 9)))
        .containsExactly(0, 0, 0, 7, 8, 9, 0, 0, 0);
    assertThat(resize(ImageFit.PAD, 2, 4, image(1, 7, 8, 9, 6)))
        .containsExactly(7, 0, 8, 0, 9, 0, 6, 0);
  }

  @Test
  void keepsTheMeanAndTheRangeOfAnySizes() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      int width = 1 + random.nextInt(40);
      int height = 1 + random.nextInt(40);
      int[] grays = random.ints(100, 200).limit((long) width * height).toArray();
      ImageFit fit = random.nextBoolean() ? ImageFit.STRETCH : ImageFit.CROP;
      float[] target =
          resize(fit, 1 + random.nextInt(30), 1 + random.nextInt(30), image(width, grays));
      for (float value : target) {
        assertThat(value).as("round %s", round).isBetween(99.99f, 199.01f);
      }
    }
  }

  @Test
  void survivesSidesOfAnyRatio() {
    int[] line = new int[5000];
    Arrays.fill(line, 9);
    for (ImageFit fit : ImageFit.values()) {
      for (int width : new int[] {1, 5000}) {
        float[] target = resize(fit, 7, 5, image(width, line));
        assertThat(target).hasSize(35);
        assertThat(target[17]).as("%s of %s", fit, width).isCloseTo(9, within(1e-4f));
      }
    }
  }
}
