package trainer.data.file;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.GzipCodec;

/** The ways in which a file of text may be compressed as a whole. */
public enum Compression {
  GZIP("gzip", ".gz", "1f8b08") {
    @Override
    InputStream open(InputStream in) throws IOException {
      // the JDK's takes a damaged second member for the end of the file
      GzipCodec codec = new GzipCodec();
      codec.setConf(javaOnly());
      return codec.createInputStream(in);
    }
  },
  BZIP2("bzip2", ".bz2", "425a683[1-9](314159265359|177245385090)") {
    @Override
    InputStream open(InputStream in) throws IOException {
      // Hadoop's takes a damaged second member for the end of the file
      return new BZip2CompressorInputStream(in, true);
    }
  },
  ZSTANDARD("zstandard", ".zst", "28b52ffd") {
    @Override
    InputStream open(InputStream in) throws IOException {
      return new ZstdInputStream(in);
    }
  };

  private final String title;
  private final String ending;

  /** A regular expression of the first bytes in hexadecimal digits. */
  private final String magic;

  Compression(String title, String ending, String magic) {
    this.title = title;
    this.ending = ending;
    this.magic = magic;
  }

  /** The compression of a file that begins so; nothing if it has none of these. */
  static Optional<Compression> of(byte[] start) {
    String begin = HexFormat.of().formatHex(start);
    return Stream.of(values()).filter(one -> begin.matches(one.magic + ".*")).findFirst();
  }

  /** The path without the ending of compressed files. */
  public String plain(String path) {
    return path.endsWith(ending) ? path.substring(0, path.length() - ending.length()) : path;
  }

  /** Without native libraries, which a host may or may not have. */
  private static Configuration javaOnly() {
    Configuration java = new Configuration(false);
    java.setBoolean("io.native.lib.available", false);
    return java;
  }

  String title() {
    return title;
  }

  /** The decompressed bytes of all members or frames of a stream. */
  abstract InputStream open(InputStream in) throws IOException;
}
