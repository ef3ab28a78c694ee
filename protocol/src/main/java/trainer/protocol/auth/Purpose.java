package trainer.protocol.auth;

/** The purpose of a connection, which decides the secret that proves it. */
public enum Purpose {
  /** Between processes of a job; the job's secret; scope is the job id. */
  MEMBER,
  /**
   * Commands of a user to the master; the control secret, or the password of a token that the
   * cluster gave to the user; scope is the application id.
   */
  CONTROL
}
