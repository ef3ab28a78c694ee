package trainer.data.file;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.BZip2Codec;

/** The ways in which a file of text may be compressed as a whole. */
public enum Compression {
  GZIP("gzip", ".gz", "1f8b") {
    @Override
    InputStream open(InputStream in) throws IOException {
      return new GZIPInputStream(in, BUFFER);
    }
  },
  BZIP2("bzip2", ".bz2", "425a68") {
    @Override
    InputStream open(InputStream in) throws IOException {
      return bzip2().createInputStream(in);
    }
  },
  ZSTANDARD("zstandard", ".zst", "28b52ffd") {
    @Override
    InputStream open(InputStream in) throws IOException {
      return new ZstdInputStream(in);
    }
  };

  private static final int BUFFER = 1 << 16;

  private final String title;
  private final String ending;

  /** The first bytes in hexadecimal digits. */
  private final String magic;

  Compression(String title, String ending, String magic) {
    this.title = title;
    this.ending = ending;
    this.magic = magic;
  }

  /** The compression of a file that begins so; nothing if it has none of these. */
  static Optional<Compression> of(byte[] start) {
    String begin = HexFormat.of().formatHex(start);
    return Stream.of(values()).filter(one -> begin.startsWith(one.magic)).findFirst();
  }

  /** The path without the ending of compressed files. */
  public String plain(String path) {
    return path.endsWith(ending) ? path.substring(0, path.length() - ending.length()) : path;
  }

  private static BZip2Codec bzip2() {
    BZip2Codec codec = new BZip2Codec();
    Configuration java = new Configuration(false);
    java.set("io.compression.codec.bzip2.library", "java-builtin");
    codec.setConf(java);
    return codec;
  }

  String title() {
    return title;
  }

  /** The decompressed bytes of all members or frames of a stream. */
  abstract InputStream open(InputStream in) throws IOException;
}
