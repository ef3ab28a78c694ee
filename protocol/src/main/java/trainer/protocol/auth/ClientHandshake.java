package trainer.protocol.auth;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The client's side of the handshake. The caller sends {@link #takeOutput} and feeds the answers,
 * until {@link #isAccepted}. Consumes no byte beyond the handshake.
 */
public final class ClientHandshake {
  private enum State {
    PREFIX,
    STATUS,
    CHALLENGE,
    VERDICT,
    ACCEPTED
  }

  private final Secret secret;
  private final byte[] hello;
  private final ByteBuffer in = ByteBuffer.allocate(Handshake.NONCE + Handshake.PROOF);
  private byte[] output;
  private State state = State.PREFIX;

  public ClientHandshake(Hello hello, Secret secret, SecureRandom random) {
    this.secret = secret;
    byte[] nonce = new byte[Handshake.NONCE];
    random.nextBytes(nonce);
    ByteBuffer bytes = ByteBuffer.allocate(Handshake.PREFIX + hello.size());
    bytes.putInt(Handshake.MAGIC).putInt(Handshake.VERSION);
    hello.put(bytes, nonce);
    this.hello = bytes.array();
    this.output = this.hello;
    in.limit(Handshake.PREFIX);
  }

  /** The bytes to send now, or null. */
  public byte[] takeOutput() {
    byte[] taken = output;
    output = null;
    return taken;
  }

  public boolean isAccepted() {
    return state == State.ACCEPTED;
  }

  /** Consumes the bytes of the handshake from {@code bytes}. */
  public void feed(ByteBuffer bytes) throws HandshakeException {
    while (state != State.ACCEPTED && bytes.hasRemaining()) {
      int n = Math.min(in.remaining(), bytes.remaining());
      in.put(bytes.slice(bytes.position(), n));
      bytes.position(bytes.position() + n);
      if (!in.hasRemaining()) {
        in.flip();
        step();
      }
    }
  }

  private void step() throws HandshakeException {
    switch (state) {
      case PREFIX -> {
        if (in.getInt() != Handshake.MAGIC) {
          throw HandshakeException.denied("the other end is no process of Trainer's");
        }
        int theirs = in.getInt();
        if (theirs != Handshake.VERSION) {
          throw HandshakeException.otherVersion(theirs);
        }
        become(State.STATUS, 1);
      }
      case STATUS -> {
        admitted(in.get());
        become(State.CHALLENGE, Handshake.NONCE + Handshake.PROOF);
      }
      case CHALLENGE -> {
        byte[] nonce = Arrays.copyOfRange(in.array(), 0, Handshake.NONCE);
        byte[] proof = Arrays.copyOfRange(in.array(), Handshake.NONCE, in.limit());
        if (!MessageDigest.isEqual(proof, Handshake.serverProof(secret, hello, nonce))) {
          throw HandshakeException.denied("the other end does not hold this job's secret");
        }
        output = Handshake.clientProof(secret, hello, nonce);
        become(State.VERDICT, 1);
      }
      case VERDICT -> {
        admitted(in.get());
        become(State.ACCEPTED, 0);
      }
      case ACCEPTED -> throw new IllegalStateException("the exchange is over");
    }
  }

  private static void admitted(byte status) throws HandshakeException {
    if (status != Handshake.OK) {
      throw HandshakeException.denied("the other end does not admit this process");
    }
  }

  private void become(State next, int needed) {
    state = next;
    in.clear().limit(needed);
  }
}
