package trainer.protocol.auth;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The server's side of the handshake. The caller feeds the bytes that arrive and sends {@link
 * #takeOutput}. Once {@link #isRefused}, it sends the output and closes. It also closes when {@link
 * Handshake#BUDGET} has passed. Consumes no byte beyond the handshake, which is at most some
 * thousand bytes long.
 */
public final class ServerHandshake {
  private enum State {
    PREFIX,
    HELLO,
    TOKEN,
    PROOF,
    ACCEPTED,
    REFUSED
  }

  private final Gatekeeper gatekeeper;
  private final SecureRandom random;
  private byte[] helloBytes = new byte[Handshake.PREFIX + Hello.BODY];
  private final byte[] proof = new byte[Handshake.PROOF];
  private ByteBuffer in = ByteBuffer.wrap(helloBytes, 0, Handshake.PREFIX);
  private byte[] expected;
  private Hello hello;
  private byte[] output;
  private String refusal;
  private State state = State.PREFIX;

  public ServerHandshake(Gatekeeper gatekeeper, SecureRandom random) {
    this.gatekeeper = gatekeeper;
    this.random = random;
  }

  /**
   * Consumes the bytes of the handshake from {@code bytes}; the rest comes from the accepted peer.
   */
  public void feed(ByteBuffer bytes) {
    while (!isOver() && bytes.hasRemaining()) {
      int n = Math.min(in.remaining(), bytes.remaining());
      in.put(bytes.slice(bytes.position(), n));
      bytes.position(bytes.position() + n);
      if (!in.hasRemaining()) {
        step();
      }
    }
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

  public boolean isRefused() {
    return state == State.REFUSED;
  }

  /** Whether the exchange has ended, either way. */
  public boolean isOver() {
    return isAccepted() || isRefused();
  }

  /** The peer, once accepted. */
  public Hello peer() {
    if (!isAccepted()) {
      throw new IllegalStateException("nobody has been accepted");
    }
    return hello;
  }

  /** The reason for the refusal, for the log of this side. */
  public String refusal() {
    return refusal;
  }

  private void step() {
    switch (state) {
      case PREFIX -> prefix();
      case HELLO -> body();
      case TOKEN -> token();
      case PROOF -> proof();
      case ACCEPTED, REFUSED -> throw new IllegalStateException("the exchange is over");
    }
  }

  private void prefix() {
    ByteBuffer prefix = ByteBuffer.wrap(helloBytes);
    if (prefix.getInt() != Handshake.MAGIC) {
      // without an answer: the other end uses another protocol
      refuse(null, "not a process of Trainer's");
      return;
    }
    int version = prefix.getInt();
    if (version != Handshake.VERSION) {
      refuse(
          answer(Handshake.OTHER_VERSION).array(),
          "it speaks protocol version " + version + ", this process " + Handshake.VERSION);
      return;
    }
    state = State.HELLO;
    in = ByteBuffer.wrap(helloBytes, Handshake.PREFIX, Hello.BODY);
  }

  /** Reads a well-formed claim; only a command's may be longer than a body, by its token. */
  private void body() {
    ByteBuffer body = ByteBuffer.wrap(helloBytes, Handshake.PREFIX, Hello.BODY);
    hello = Hello.get(body, new byte[0]);
    int token = Hello.tokenLength(ByteBuffer.wrap(helloBytes));
    int most = hello != null && hello.purpose() == Purpose.CONTROL ? Hello.TOKEN : 0;
    if (hello == null || token > most) {
      refuse(answer(Handshake.NOT_ADMITTED).array(), "a claim that makes no sense");
    } else if (token == 0) {
      claimed();
    } else {
      int soFar = helloBytes.length;
      helloBytes = Arrays.copyOf(helloBytes, soFar + token);
      state = State.TOKEN;
      in = ByteBuffer.wrap(helloBytes, soFar, token);
    }
  }

  private void token() {
    int end = Handshake.PREFIX + Hello.BODY;
    hello =
        Hello.get(
            ByteBuffer.wrap(helloBytes, Handshake.PREFIX, Hello.BODY),
            Arrays.copyOfRange(helloBytes, end, helloBytes.length));
    claimed();
  }

  private void claimed() {
    Secret secret = gatekeeper.secretFor(hello);
    if (secret == null) {
      refuse(
          answer(Handshake.NOT_ADMITTED).array(),
          "a claim to be " + hello.from() + " of a job or purpose not served here");
      return;
    }
    byte[] nonce = new byte[Handshake.NONCE];
    random.nextBytes(nonce);
    expected = Handshake.clientProof(secret, helloBytes, nonce);
    ByteBuffer answer = answer(Handshake.OK);
    byte[] whole = Arrays.copyOf(answer.array(), answer.capacity() + 2 * Handshake.NONCE);
    ByteBuffer.wrap(whole)
        .position(answer.capacity())
        .put(nonce)
        .put(Handshake.serverProof(secret, helloBytes, nonce));
    output = whole;
    state = State.PROOF;
    in = ByteBuffer.wrap(proof);
  }

  private void proof() {
    // in constant time, so that the delay reveals nothing of the proof
    if (MessageDigest.isEqual(proof, expected)) {
      output = new byte[] {Handshake.OK};
      state = State.ACCEPTED;
    } else {
      refuse(
          new byte[] {Handshake.NOT_ADMITTED},
          "a claim to be " + hello.from() + " without the secret");
    }
  }

  private static ByteBuffer answer(byte status) {
    return ByteBuffer.allocate(Handshake.PREFIX + 1)
        .putInt(Handshake.MAGIC)
        .putInt(Handshake.VERSION)
        .put(status);
  }

  private void refuse(byte[] answer, String why) {
    output = answer;
    refusal = why;
    state = State.REFUSED;
  }
}
