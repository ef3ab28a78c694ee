package trainer.protocol.auth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import trainer.core.digest.Sha256;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.job.Role;

/**
 * The claim of a client, which it then proves.
 *
 * @param purpose decides the secret
 * @param scope SHA-256 of the job id (or application id) the connection belongs to
 * @param from the connecting process
 * @param to the process it connects to; any other process refuses
 * @param lane the requested pserver lane; 0 elsewhere
 * @param token the identifier of the cluster's token under which a command is proved; else empty
 */
public record Hello(Purpose purpose, byte[] scope, Party from, Party to, int lane, byte[] token) {
  /** Bytes of a hello's body: everything after magic and version, except the token's identifier. */
  static final int BODY = 1 + 32 + 13 + 13 + 4 + Handshake.NONCE + 2;

  /** The longest identifier of a token. */
  static final int TOKEN = 1024;

  private static final byte[] NO_TOKEN = {};

  private static final Purpose[] PURPOSES = Purpose.values();
  private static final Role[] ROLES = Role.values();

  /** A process of {@code job} connecting to another. */
  public static Hello member(JobId job, Party from, Party to, int lane) {
    return new Hello(Purpose.MEMBER, scopeOf(job.toString()), from, to, lane, NO_TOKEN);
  }

  /**
   * A command's client connecting to the master of {@code application}.
   *
   * @param token the identifier of its token; empty when it holds the control secret
   */
  public static Hello control(String application, byte[] token) {
    if (token.length > TOKEN) {
      throw new IllegalArgumentException(token.length + " bytes of a token's identifier");
    }
    return new Hello(Purpose.CONTROL, scopeOf(application), Party.MASTER, Party.MASTER, 0, token);
  }

  /** The scope of a job or application id. */
  public static byte[] scopeOf(String id) {
    return Sha256.create().digest(id.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether this belongs to the job or application {@code id}. */
  public boolean isFor(String id) {
    return Arrays.equals(scope, scopeOf(id));
  }

  void put(ByteBuffer to, byte[] nonce) {
    to.put((byte) purpose.ordinal()).put(scope);
    put(to, from);
    put(to, this.to);
    to.putInt(lane).put(nonce).putShort((short) token.length).put(token);
  }

  /** Bytes of the whole body. */
  int size() {
    return BODY + token.length;
  }

  /** The length of the identifier after a body; it may exceed the legal maximum. */
  static int tokenLength(ByteBuffer body) {
    return Short.toUnsignedInt(body.getShort(body.limit() - Short.BYTES));
  }

  /** Reads a body and the identifier after it; null when it has an unknown purpose or role. */
  static Hello get(ByteBuffer body, byte[] token) {
    int purpose = body.get();
    byte[] scope = new byte[32];
    body.get(scope);
    Party from = getParty(body);
    Party to = getParty(body);
    int lane = body.getInt();
    if (purpose < 0 || purpose >= PURPOSES.length || from == null || to == null || lane < 0) {
      return null;
    }
    return new Hello(PURPOSES[purpose], scope, from, to, lane, token);
  }

  private static void put(ByteBuffer to, Party party) {
    to.put((byte) party.role().ordinal())
        .putInt(party.index())
        .putLong(party.incarnation().number());
  }

  private static Party getParty(ByteBuffer from) {
    int role = from.get();
    int index = from.getInt();
    Incarnation incarnation = new Incarnation(from.getLong());
    boolean known = role >= 0 && role < ROLES.length && index >= 0;
    return known ? new Party(ROLES[role], index, incarnation) : null;
  }
}
