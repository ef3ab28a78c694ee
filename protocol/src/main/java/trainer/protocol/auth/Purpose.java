package trainer.protocol.auth;

/** The purpose of a connection, which decides the secret that proves it. */
public enum Purpose {
  /** Connections between processes of a job. Secret: the job's. Scope: the job id. */
  MEMBER,
  /**
   * Commands of a user to the master. Secret: the control secret, or the password of a token that
   * the cluster gave to the user. Scope: the application id.
   */
  CONTROL
}
