package trainer.data.format.avro;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.BZip2Codec;
import trainer.core.failure.FailureException;

/** A codec over a decompressing stream: bzip2 or zstandard. */
final class StreamCodec implements Codec {
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

  static StreamCodec bzip2(int most) {
    BZip2Codec codec = new BZip2Codec();
    Configuration java = new Configuration(false);
    java.set("io.compression.codec.bzip2.library", "java-builtin");
    codec.setConf(java);
    return new StreamCodec(most, codec::createInputStream);
  }

  static StreamCodec zstandard(int most) {
    return new StreamCodec(most, Zstandard::open);
  }

  /** Whether the class path has zstd-jni. */
  static boolean hasZstandard() {
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
        opener.open(new ByteArrayInputStream(in.array, in.from, in.to - in.from))) {
      int count;
      while ((count = stream.read(out.array, out.to, out.array.length - out.to)) >= 0) {
        out.to += count;
        if (out.to == out.array.length) {
          if (out.to >= most) {
            throw Codec.tooLarge(most);
          }
          out.grow(most);
        }
      }
    } catch (FailureException e) {
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
