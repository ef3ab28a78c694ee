package trainer.protocol.auth;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Constants of the handshake.
 *
 * <pre>
 * client → server   magic, version, hello, client's nonce
 * server → client   magic, version, status, server's nonce, server's proof
 * client → server   client's proof
 * server → client   status
 * </pre>
 *
 * Magic and version keep their place in every version, so that two versions can name each other.
 */
public final class Handshake {
  /** The version of the whole protocol between processes: messages, services and bulk frames. */
  public static final int VERSION = 1;

  /** The time limit of the whole handshake. */
  public static final Duration BUDGET = Duration.ofSeconds(5);

  static final int MAGIC = 0x54524E52;
  static final int NONCE = 32;
  static final int PROOF = 32;

  /** Magic and version. */
  static final int PREFIX = 8;

  static final byte OK = 0;
  static final byte OTHER_VERSION = 1;
  static final byte NOT_ADMITTED = 2;

  private static final byte[] SERVER = label("trainer handshake, server");
  private static final byte[] CLIENT = label("trainer handshake, client");

  private Handshake() {}

  static byte[] serverProof(Secret secret, byte[] hello, byte[] nonce) {
    return secret.prove(SERVER, hello, nonce);
  }

  static byte[] clientProof(Secret secret, byte[] hello, byte[] nonce) {
    return secret.prove(CLIENT, hello, nonce);
  }

  private static byte[] label(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
