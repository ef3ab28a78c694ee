package trainer.protocol.auth;

/**
 * What a user's commands are proved with.
 *
 * @param token the identifier of a token of the cluster's, which is shown; empty for none
 * @param secret what is proved to be known
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
