package trainer.client.demo;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.config.Keys;
import trainer.learning.batch.RecordBatch;

/**
 * Scores drawn images with a classifier.
 *
 * @param count of the images, each of which is a file
 */
public record ImageJob(int count) implements DemoJob {
  private static final String MODEL = "images.onnx";
  private static final String INPUT = "images";
  private static final String PATH = "path";
  private static final String END = ".png";
  private static final int SHAPES = 5;

  @Override
  public String name() {
    return "images";
  }

  @Override
  public void write(FileSystem files, Path folder) throws IOException {
    try (OutputStream out = files.create(new Path(folder, MODEL))) {
      out.write(Encoder.ofImages());
    }
    for (int i = 0; i < count; i++) {
      try (OutputStream out = files.create(new Path(new Path(folder, INPUT), i + END))) {
        out.write(image(i));
      }
    }
  }

  /** A PNG of circles and squares. */
  private static byte[] image(int index) {
    Random random = new Random(index);
    int side = Encoder.SIDE + random.nextInt(Encoder.SIDE);
    BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
    Graphics2D paper = image.createGraphics();
    for (int i = 0; i < SHAPES; i++) {
      paper.setColor(new Color(random.nextInt(1 << 24)));
      int size = 8 + random.nextInt(side / 2);
      int x = random.nextInt(side);
      int y = random.nextInt(side);
      if (random.nextBoolean()) {
        paper.fillOval(x, y, size, size);
      } else {
        paper.fillRect(x, y, size, size);
      }
    }
    paper.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Override
  public Map<String, String> settings(Path folder) {
    return Map.of(
        Keys.SCORE_MODEL_URI.name(), new Path(folder, MODEL).toString(),
        Keys.INPUT.name(), new Path(folder, INPUT).toString(),
        Keys.SCORE_KEEP.name(), PATH);
  }

  @Override
  public List<String> records(Path folder) {
    Path images = new Path(folder, INPUT);
    return IntStream.range(0, count).mapToObj(i -> new Path(images, i + END).toString()).toList();
  }

  @Override
  public void add(String record, RecordBatch batch) {
    String name = new Path(record).getName();
    batch.add(image(Integer.parseInt(name.substring(0, name.length() - END.length()))));
  }
}
