package trainer.avro.digest;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import trainer.core.digest.Sha256;

/** Counts and digests the bytes written to another stream. */
public final class DigestingOutput extends FilterOutputStream {
  private final MessageDigest digest = Sha256.create();
  private long bytes;

  public DigestingOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
    digest.update((byte) b);
    bytes++;
  }

  @Override
  public void write(byte[] b, int offset, int length) throws IOException {
    out.write(b, offset, length);
    digest.update(b, offset, length);
    bytes += length;
  }

  public long bytes() {
    return bytes;
  }

  /** The digest of all bytes so far; only once. */
  public String sha256() {
    return Sha256.hex(digest);
  }
}
