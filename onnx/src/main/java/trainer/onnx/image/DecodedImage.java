package trainer.onnx.image;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.awt.image.SampleModel;
import java.util.stream.IntStream;

/**
 * An image whose rows are read as RGB. The samples are taken as they are stored, as Pillow does:
 * without colour profiles, and without the transparency. A grey sample is that of all colours.
 */
final class DecodedImage {
  static final int CHANNELS = 3;
  private static final int BITS = 8;
  private static final int MOST = 0xFF;

  private final Raster raster;
  private final IndexColorModel palette;
  private final int[] sampleBits;

  /** Whether a pixel begins with three bytes, as that of nearly all images. */
  private final boolean areBytes;

  private final int[] samples;

  /**
   * An image of ImageIO.
   *
   * @throws IllegalArgumentException when its samples are no colours or grey values
   */
  DecodedImage(BufferedImage image) {
    this.raster = image.getRaster();
    SampleModel model = raster.getSampleModel();
    ColorModel colors = image.getColorModel();
    this.palette = colors instanceof IndexColorModel index ? index : null;
    int type = colors.getColorSpace().getType();
    int dataType = model.getDataType();
    boolean isKnown =
        palette != null || type == ColorSpace.TYPE_RGB || type == ColorSpace.TYPE_GRAY;
    if (!isKnown || dataType == DataBuffer.TYPE_FLOAT || dataType == DataBuffer.TYPE_DOUBLE) {
      throw new IllegalArgumentException("its colours are neither RGB nor grey");
    }
    if (palette == null && type == ColorSpace.TYPE_RGB && model.getNumBands() < CHANNELS) {
      throw new IllegalArgumentException("it has " + model.getNumBands() + " colours");
    }
    this.sampleBits = model.getSampleSize();
    this.areBytes =
        sampleBits.length >= CHANNELS && IntStream.of(sampleBits).allMatch(bits -> bits == BITS);
    this.samples = new int[model.getNumBands() * raster.getWidth()];
  }

  int width() {
    return raster.getWidth();
  }

  int height() {
    return raster.getHeight();
  }

  /**
   * Reads a row.
   *
   * @param rgb is filled with three numbers from 0 to 255 a pixel
   */
  void readRow(int y, float[] rgb) {
    raster.getPixels(raster.getMinX(), raster.getMinY() + y, width(), 1, samples);
    int bands = sampleBits.length;
    if (palette != null) {
      readPalette(bands, rgb);
    } else if (areBytes) {
      for (int x = 0; x < width(); x++) {
        for (int c = 0; c < CHANNELS; c++) {
          rgb[x * CHANNELS + c] = samples[x * bands + c];
        }
      }
    } else {
      for (int x = 0; x < width(); x++) {
        for (int c = 0; c < CHANNELS; c++) {
          int band = bands < CHANNELS ? 0 : c;
          rgb[x * CHANNELS + c] = byteOf(samples[x * bands + band], sampleBits[band]);
        }
      }
    }
  }

  private void readPalette(int bands, float[] rgb) {
    for (int x = 0; x < width(); x++) {
      int color = palette.getRGB(samples[x * bands]);
      for (int c = 0; c < CHANNELS; c++) {
        rgb[x * CHANNELS + c] = (color >> (BITS * (CHANNELS - 1 - c))) & MOST;
      }
    }
  }

  /** The upper 8 bits of a sample, or a shorter sample stretched to 8 bits. */
  private static int byteOf(int sample, int bits) {
    return bits >= BITS ? sample >>> (bits - BITS) : sample * MOST / ((1 << bits) - 1);
  }
}
