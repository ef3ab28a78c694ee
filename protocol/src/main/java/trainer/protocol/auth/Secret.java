package trainer.protocol.auth;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import trainer.core.digest.Sha256;
import trainer.core.job.JobId;

/** A secret of {@value #BYTES} bytes. It prints as nothing but its kind. */
public final class Secret {
  /** The length of a secret. */
  public static final int BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final byte[] PASSWORD =
      "trainer secret of a password".getBytes(StandardCharsets.US_ASCII);
  private static final String JOB = "trainer secret of job ";
  private static final String MASTERS = "trainer secret of masters of ";

  private final byte[] bytes;

  private Secret(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A new secret. */
  public static Secret random(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new Secret(bytes);
  }

  /** A copy of bytes that were handed over. */
  public static Secret of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a secret has " + BYTES + " bytes, not " + bytes.length);
    }
    return new Secret(bytes.clone());
  }

  /** The secret derived from a password of any length. The password itself is never sent. */
  public static Secret ofPassword(byte[] password) {
    MessageDigest digest = Sha256.create();
    digest.update(PASSWORD);
    return new Secret(digest.digest(password));
  }

  /**
   * The secret of one job, derived from this secret of its application. Every master of the
   * application derives the same one, and no job's secret reveals another's.
   */
  public Secret ofJob(JobId job) {
    return expand((JOB + job).getBytes(StandardCharsets.UTF_8));
  }

  /** The secret of the masters of an application; no job's secret reveals it. */
  public Secret ofMasters(String application) {
    return expand((MASTERS + application).getBytes(StandardCharsets.UTF_8));
  }

  /** HKDF-Expand with SHA-256 (RFC 5869), of one block; a random secret needs no extraction. */
  Secret expand(byte[] info) {
    Mac mac = mac();
    mac.update(info);
    return new Secret(mac.doFinal(new byte[] {1}));
  }

  /** A copy of the bytes, to hand them over in a protected place. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  byte[] prove(byte[] label, byte[] hello, byte[] nonce) {
    Mac mac = mac();
    mac.update(label);
    mac.update(hello);
    return mac.doFinal(nonce);
  }

  private Mac mac() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(bytes, ALGORITHM));
      return mac;
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  @Override
  public String toString() {
    return "Secret(hidden)";
  }
}
