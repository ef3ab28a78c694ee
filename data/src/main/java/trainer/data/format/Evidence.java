package trainer.data.format;

/** The strength of the evidence that a file is of a format, the weakest first. */
public enum Evidence {
  /** The first bytes belong to something else. */
  NONE,
  /** Nothing indicates the format. It is assumed if no other format claims the file. */
  ASSUMED,
  /** The file's name ends as files of the format do. */
  NAME,
  /** The first bytes are the format's magic number. */
  MAGIC
}
