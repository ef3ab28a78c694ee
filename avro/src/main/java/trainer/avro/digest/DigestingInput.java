package trainer.avro.digest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import trainer.core.digest.Sha256;

/** Counts and digests the bytes read from another stream. */
public final class DigestingInput extends FilterInputStream {
  private final MessageDigest digest = Sha256.create();
  private long bytes;

  public DigestingInput(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    if (b >= 0) {
      digest.update((byte) b);
      bytes++;
    }
    return b;
  }

  @Override
  public int read(byte[] b, int offset, int length) throws IOException {
    int n = in.read(b, offset, length);
    if (n > 0) {
      digest.update(b, offset, n);
      bytes += n;
    }
    return n;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  /** Reads the rest. */
  public void drain() throws IOException {
    byte[] buffer = new byte[1 << 16];
    while (read(buffer, 0, buffer.length) >= 0) {
      continue;
    }
  }

  public long bytes() {
    return bytes;
  }

  /** The digest of all bytes read; only once. */
  public String sha256() {
    return Sha256.hex(digest);
  }
}
