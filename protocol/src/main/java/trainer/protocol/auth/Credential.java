package trainer.protocol.auth;

/**
 * The credential of a user's commands.
 *
 * @param token the identifier of a token of the cluster's, sent in clear; empty for none
 * @param secret proved to be known, never sent
 */
public record Credential(byte[] token, Secret secret) {
  /** The application's control secret. */
  public static Credential ofControlSecret(Secret secret) {
    return new Credential(new byte[0], secret);
  }

  /** A token that the cluster gave to the user. */
  public static Credential ofToken(byte[] identifier, byte[] password) {
    return new Credential(identifier.clone(), Secret.ofPassword(password));
  }
}
