package trainer.data.format.avro;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.BZip2Codec;
import trainer.avro.container.BlockCodec;
import trainer.avro.container.GrowingBytes;
import trainer.avro.container.OversizedBlockException;

/** A codec over a decompressing stream: bzip2 or zstandard. */
final class StreamCodec implements BlockCodec {
  /** Opens the decompressing stream. */
  @FunctionalInterface
  private interface Opener {
    InputStream open(InputStream in) throws IOException;
  }

  private final int most;
  private final Opener opener;

  private StreamCodec(int most, Opener opener) {
    this.most = most;
    this.opener = opener;
  }

  /** The codec of this name, if the class path has its library. */
  static Optional<BlockCodec> named(String name, int most) {
    return switch (name) {
      case "bzip2" -> Optional.of(bzip2(most));
      case "zstandard" ->
          hasZstandard() ? Optional.of(new StreamCodec(most, Zstandard::open)) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static StreamCodec bzip2(int most) {
    BZip2Codec codec = new BZip2Codec();
    Configuration java = new Configuration(false);
    java.set("io.compression.codec.bzip2.library", "java-builtin");
    codec.setConf(java);
    return new StreamCodec(most, codec::createInputStream);
  }

  /** Whether the class path has zstd-jni. */
  private static boolean hasZstandard() {
    try {
      Class.forName("com.github.luben.zstd.ZstdInputStream");
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  @Override
  public void decompress(GrowingBytes in, GrowingBytes out) throws IOException {
    out.reset(0);
    try (InputStream stream =
        opener.open(new ByteArrayInputStream(in.array(), in.from(), in.length()))) {
      int count;
      while ((count = stream.read(out.array(), out.to(), out.room())) >= 0) {
        out.use(count);
        if (out.room() == 0) {
          out.grow(most);
        }
      }
    } catch (OversizedBlockException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new IOException(e.toString(), e);
    }
  }

  /** Keeps the optional library's classes out of this one. */
  private static final class Zstandard {
    static InputStream open(InputStream in) throws IOException {
      return new com.github.luben.zstd.ZstdInputStream(in);
    }
  }
}
