package trainer.protocol.auth;

/** What a connection is for, and thereby which secret it is proved with. */
public enum Purpose {
  /** Between processes of a job; the job's secret; scope is the job id. */
  MEMBER,
  /**
   * Commands of a user to the master; the control secret, or the password of a token that the
   * cluster gave to the user; scope is the application id.
   */
  CONTROL
}
