package trainer.onnx.image;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import javax.imageio.IIOException;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.BadFieldException;

/** Decodes files of images with the readers of Java's ImageIO, which need no display. */
final class ImageDecoder {
  /** A larger image could take all memory of the process. */
  private static final long MOST_PIXELS = 100_000_000;

  /** The longest side of a JPEG; a row of such an image is small. */
  private static final int LONGEST_SIDE = 0xFFFF;

  private ImageDecoder() {}

  /**
   * Writes and decodes a pixel.
   *
   * @throws FailureException NODE_UNFIT where Java lacks its libraries for images
   */
  static void requireReaders(String... formats) {
    try {
      for (String format : formats) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB), format, file);
        decode(file.toByteArray(), new Resampling(Keys.ImageFit.STRETCH, 1, 1));
      }
    } catch (IOException | BadFieldException | LinkageError e) {
      throw new FailureException(
          new Failure(
              FailureKind.NODE_UNFIT,
              "the Java of this machine cannot decode images: " + e,
              System.getProperty("java.home"),
              "install one with the module java.desktop and its libraries"),
          e);
    }
  }

  /**
   * Decodes the first image of a file, and resizes it.
   *
   * @throws BadFieldException for any file that is no image that can be decoded
   */
  static float[] decode(byte[] file, Resampling resampling) {
    try (ImageInputStream stream =
        new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(stream);
      if (!readers.hasNext()) {
        throw new BadFieldException(
            "the file is no image that Java reads (" + file.length + " bytes)",
            "use PNG, JPEG, GIF, BMP or TIFF, or leave the file out");
      }
      ImageReader reader = readers.next();
      try {
        return resampling.apply(decode(reader, stream));
      } finally {
        reader.dispose();
      }
    } catch (BadFieldException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw undecodable(e);
    } catch (VirtualMachineError e) {
      // A header asked for more memory than there is, which is free again; or a reader gave up.
      throw undecodable(e);
    }
  }

  private static DecodedImage decode(ImageReader reader, ImageInputStream stream)
      throws IOException {
    // Without metadata: a few compressed bytes of text in a PNG may be gigabytes.
    reader.setInput(stream, true, true);
    int width = reader.getWidth(0);
    int height = reader.getHeight(0);
    if ((long) width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE) {
      throw new BadFieldException(
          "the image has " + width + "x" + height + " pixels",
          String.format(
              Locale.ROOT,
              "%,d are taken at most, and %,d a side; make it smaller, or leave it out",
              MOST_PIXELS,
              LONGEST_SIDE));
    }
    BufferedImage image = reader.read(0);
    if (image == null) {
      throw new IIOException("the reader returns nothing");
    }
    return new DecodedImage(image);
  }

  private static BadFieldException undecodable(Throwable e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new BadFieldException(
        "the image cannot be decoded: " + reason,
        "write it again as PNG or JPEG with RGB colours, or leave it out");
  }
}
