package trainer.data.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import trainer.core.random.SplitMix64;

/** The formats in which synthetic data can be written. */
public enum OutputFormat {
  AVRO {
    @Override
    RowWriter open(OutputStream out, SyntheticSpec spec, int file, boolean ones)
        throws IOException {
      // The marker depends on seeds and file alone, so that equal requests make equal bytes.
      SplitMix64 bits = SplitMix64.of(spec.seed() ^ spec.modelSeed(), -1L - file);
      byte[] sync = ByteBuffer.allocate(16).putLong(bits.next()).putLong(bits.next()).array();
      return new AvroRowWriter(out, ones, sync);
    }
  },
  LIBSVM {
    @Override
    RowWriter open(OutputStream out, SyntheticSpec spec, int file, boolean ones) {
      return new LibsvmRowWriter(out);
    }
  };

  /**
   * A writer of one file.
   *
   * @param ones whether all values are 1
   */
  abstract RowWriter open(OutputStream out, SyntheticSpec spec, int file, boolean ones)
      throws IOException;

  /** The name of the {@code file}-th file. */
  String fileName(int file) {
    return String.format(Locale.ROOT, "part-%05d.%s", file, name().toLowerCase(Locale.ROOT));
  }
}
