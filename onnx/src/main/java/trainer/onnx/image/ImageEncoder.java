package trainer.onnx.image;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.BadFieldException;
import trainer.onnx.tensor.ElementType;
import trainer.onnx.tensor.TensorBuffer;
import trainer.onnx.tensor.TensorSpec;

/**
 * An input of four dimensions that takes images: the layout of its pixels, and their scaling.
 * Floating-point inputs get {@code (colour / 255 - mean) / std}, inputs of bytes the colours
 * themselves, rounded. Thread-safe.
 */
public final class ImageEncoder {
  private static final int RANK = 4;
  private static final int MOST = 255;
  private static final Set<ElementType> TYPES =
      Set.of(ElementType.FLOAT, ElementType.FLOAT16, ElementType.UINT8);

  /** The weights of colours in a grey value: those of ITU-R BT.601. */
  private static final float[] GRAY = {0.299f, 0.587f, 0.114f};

  private final TensorSpec input;
  private final boolean isChannelFirst;
  private final int channels;
  private final ImageSize size;
  private final ChannelScale scale;
  private final boolean isReversed;
  private final Resampling resampling;

  private ImageEncoder(
      TensorSpec input, boolean isChannelFirst, int channels, ImageSize size, Settings settings) {
    this.input = input;
    this.isChannelFirst = isChannelFirst;
    this.channels = channels;
    this.size = size;
    this.scale = ChannelScale.of(settings, channels);
    this.isReversed = settings.get(Keys.ONNX_IMAGE_COLORS) == Keys.ImageColors.BGR;
    this.resampling =
        new Resampling(settings.get(Keys.ONNX_IMAGE_FIT), size.width(), size.height());
  }

  /** Whether an input can take images: by its type, four dimensions, and 1 or 3 channels. */
  public static boolean takes(TensorSpec input) {
    return input.rank() == RANK
        && TYPES.contains(input.type())
        && (isChannels(input.dimension(1)) || isChannels(input.dimension(3)) || isOpen(input));
  }

  private static boolean isChannels(long dimension) {
    return dimension == 1 || dimension == DecodedImage.CHANNELS;
  }

  /** Whether the model leaves the place of the channels open; they are then the first. */
  private static boolean isOpen(TensorSpec input) {
    return input.isOpen(1) && input.isOpen(3);
  }

  /**
   * The encoder for an input that takes images.
   *
   * @param location of the model, for messages
   * @throws FailureException CONFIG_INVALID or CONFIG_CONFLICT for settings that do not fit it
   */
  public static ImageEncoder of(TensorSpec input, Settings settings, String location) {
    boolean isChannelFirst = isOpen(input) || isChannels(input.dimension(1));
    int channelsAt = isChannelFirst ? 1 : 3;
    boolean isGray = settings.get(Keys.ONNX_IMAGE_COLORS) == Keys.ImageColors.GRAY;
    int channels = (int) input.dimension(channelsAt);
    if (input.isOpen(channelsAt)) {
      channels = isGray ? 1 : DecodedImage.CHANNELS;
    } else if (isGray && channels > 1) {
      throw conflict(
          Keys.ONNX_IMAGE_COLORS, "input '" + input.name() + "' has 3 channels", location);
    }
    if (input.type() == ElementType.UINT8) {
      refuse(settings, Keys.ONNX_IMAGE_MEAN, input, location);
      refuse(settings, Keys.ONNX_IMAGE_STD, input, location);
    }
    ImageSize size = sizeOf(input, isChannelFirst ? 2 : 1, settings, location);
    return new ImageEncoder(input, isChannelFirst, channels, size, settings);
  }

  private static void refuse(Settings settings, Key<?> key, TensorSpec input, String location) {
    if (settings.isSet(key)) {
      throw conflict(
          key, "input '" + input.name() + "' takes bytes, which are not scaled", location);
    }
  }

  private static ImageSize sizeOf(
      TensorSpec input, int heightAt, Settings settings, String location) {
    Optional<ImageSize> set = settings.find(Keys.ONNX_IMAGE_SIZE).map(ImageSize::parse);
    boolean isFixed = !input.isOpen(heightAt) && !input.isOpen(heightAt + 1);
    if (!isFixed) {
      return set.orElseThrow(
          () ->
              new FailureException(
                  FailureKind.CONFIG_INVALID,
                  "input '" + input.name() + "', " + input.form() + ", takes images of any size",
                  location,
                  "give " + Keys.ONNX_IMAGE_SIZE + "=HEIGHTxWIDTH, such as 224x224"));
    }
    ImageSize fixed =
        ImageSize.checked(
            input.dimension(heightAt), input.dimension(heightAt + 1), input.name(), location);
    if (set.isPresent() && !set.get().equals(fixed)) {
      throw conflict(
          Keys.ONNX_IMAGE_SIZE, "input '" + input.name() + "' takes images of " + fixed, location);
    }
    return fixed;
  }

  private static FailureException conflict(Key<?> key, String what, String location) {
    return new FailureException(
        FailureKind.CONFIG_CONFLICT, what, location + ", " + key, "remove " + key);
  }

  /**
   * Decodes a pixel of PNG and of JPEG.
   *
   * @throws FailureException NODE_UNFIT where Java lacks its libraries for images
   */
  public static void requireDecoders() {
    ImageDecoder.requireReaders("png", "jpeg");
  }

  /** Numbers of an image. */
  public long width() {
    return (long) channels * size.width() * size.height();
  }

  /** The shape of a tensor of images. */
  public long[] shape(int batch) {
    return isChannelFirst
        ? new long[] {batch, channels, size.height(), size.width()}
        : new long[] {batch, size.height(), size.width(), channels};
  }

  /** The use of the input, for people. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "input %s %s: an image, %s %s, %s, %s",
        input.name(),
        input.form(),
        resampling.title(),
        size,
        channels == 1 ? "grey" : isReversed ? "BGR" : "RGB",
        input.type() == ElementType.UINT8 ? "0 to 255" : scale.toString());
  }

  /**
   * Decodes an image into a row of a tensor.
   *
   * @throws BadFieldException for any file that cannot be decoded
   */
  public void put(byte[] file, TensorBuffer tensor, int row) {
    float[] pixels = ImageDecoder.decode(file, resampling);
    int from = Math.toIntExact(row * width());
    int plane = size.width() * size.height();
    for (int pixel = 0; pixel < plane; pixel++) {
      for (int c = 0; c < channels; c++) {
        int at = isChannelFirst ? c * plane + pixel : pixel * channels + c;
        put(tensor, from + at, color(pixels, pixel, c), c);
      }
    }
  }

  private float color(float[] pixels, int pixel, int channel) {
    int at = pixel * DecodedImage.CHANNELS;
    if (channels == 1) {
      return GRAY[0] * pixels[at] + GRAY[1] * pixels[at + 1] + GRAY[2] * pixels[at + 2];
    }
    return pixels[at + (isReversed ? DecodedImage.CHANNELS - 1 - channel : channel)];
  }

  private void put(TensorBuffer tensor, int at, float color, int channel) {
    if (input.type() == ElementType.UINT8) {
      tensor.put(at, (long) Math.min(MOST, Math.max(0, Math.round(color))));
    } else {
      tensor.put(at, scale.apply(color / MOST, channel));
    }
  }
}
