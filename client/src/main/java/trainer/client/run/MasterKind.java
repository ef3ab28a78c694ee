package trainer.client.run;

/** The place of the master and its containers. */
public enum MasterKind {
  /** On a cluster. */
  YARN,
  /** As child processes of this one. */
  LOCAL,
  /** On a cluster in this process. */
  EMBEDDED
}
