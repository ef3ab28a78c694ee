package trainer.client.run;

/** Where the master and its containers run. */
public enum MasterKind {
  /** On a cluster. */
  YARN,
  /** As child processes of this one. */
  LOCAL,
  /** On a cluster in this process. */
  EMBEDDED
}
