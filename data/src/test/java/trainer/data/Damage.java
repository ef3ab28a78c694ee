package trainer.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BlockIndex;
import trainer.core.input.LabelRule;
import trainer.data.file.InputLister;
import trainer.data.index.InputCheck;
import trainer.data.index.InputIndexer;
import trainer.data.index.InputSample;
import trainer.data.read.BlockReader;

/** Damaged files of one format: each gives records or one of the failures of damaged input. */
public final class Damage {
  private static final Set<FailureKind> KINDS =
      EnumSet.of(
          FailureKind.INPUT_CORRUPT,
          FailureKind.INPUT_TRUNCATED,
          FailureKind.INPUT_BAD_FILE,
          FailureKind.INPUT_CHANGED,
          FailureKind.INPUT_EMPTY,
          FailureKind.DATA_INVALID,
          FailureKind.RECORD_TOO_LARGE);
  private static final long MOST_NANOS = 10_000_000_000L;

  private final Path folder;
  private final String name;
  private final Map<String, String> keys = new HashMap<>();

  /**
   * @param name the file's
   */
  public Damage(Path folder, String name) {
    this.folder = folder;
    this.name = name;
  }

  public Damage with(String key, Object value) {
    keys.put(key, value.toString());
    return this;
  }

  /** Makes a damaged file. */
  @FunctionalInterface
  public interface Maker {
    byte[] make(SplittableRandom random);
  }

  /**
   * Reads, samples and checks files; returns how many were rejected.
   *
   * @param property of the system, which sets how many are made
   */
  public int read(String property, int count, Maker maker) throws IOException {
    int files = Integer.getInteger(property, count);
    Configuration hadoop = Input.hadoop();
    // a file system for each file would take most of the time
    hadoop.setBoolean("fs.file.impl.disable.cache", false);
    FileSystem system = FileSystem.get(hadoop);
    try {
      return read(hadoop, files, maker);
    } finally {
      system.close();
    }
  }

  private int read(Configuration hadoop, int files, Maker maker) throws IOException {
    SplittableRandom random = new SplittableRandom(files);
    int rejected = 0;
    for (int i = 0; i < files; i++) {
      byte[] bytes = maker.make(random);
      long began = System.nanoTime();
      rejected += isRejected(hadoop, bytes, i) ? 1 : 0;
      assertThat(System.nanoTime() - began).as("file " + i).isLessThan(MOST_NANOS);
    }
    System.out.println(name + ": " + rejected + " of " + files + " damaged files were rejected");
    return rejected;
  }

  private boolean isRejected(Configuration hadoop, byte[] bytes, int number) throws IOException {
    Files.write(folder.resolve(name), bytes);
    boolean isRejected = false;
    Settings settings = Settings.of(keys);
    String path = folder.toUri().toString();
    try {
      isRejected = read(hadoop, settings, path);
    } catch (FailureException e) {
      assertThat(e.failure().kind()).as("file " + number + ": " + e.getMessage()).isIn(KINDS);
      isRejected = true;
    }
    try {
      InputSample.of(hadoop, settings, new InputLister(hadoop).list(path));
      new InputCheck(hadoop, settings, LabelRule.ANY).check(path);
    } catch (FailureException e) {
      assertThat(e.failure().kind()).as("file " + number + ": " + e.getMessage()).isIn(KINDS);
      isRejected = true;
    }
    return isRejected;
  }

  /** Reads every block; returns whether a record was broken. */
  private static boolean read(Configuration hadoop, Settings settings, String path) {
    BlockIndex blocks = new InputIndexer(hadoop, settings).index(path).blocks();
    long bad = 0;
    try (BlockReader reader =
        new BlockReader(hadoop, settings, LabelRule.ANY, TableEncoding::unscaled)) {
      for (int b = 0; b < blocks.size(); b++) {
        bad += reader.read(blocks.fileOf(b), blocks.block(b)).bad().count();
      }
    }
    return bad > 0;
  }

  /** A copy with one to three bytes changed, or cut short. */
  public static byte[] of(byte[] whole, SplittableRandom random) {
    if (random.nextInt(20) == 0) {
      return Arrays.copyOf(whole, random.nextInt(1, whole.length));
    }
    byte[] bytes = whole.clone();
    for (int m = random.nextInt(1, 4); m > 0; m--) {
      bytes[random.nextInt(whole.length)] =
          random.nextBoolean() ? (byte) random.nextInt() : (byte) (random.nextBoolean() ? -1 : 0);
    }
    return bytes;
  }
}
