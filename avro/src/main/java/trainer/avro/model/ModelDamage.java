package trainer.avro.model;

/**
 * One thing that is wrong with a model folder.
 *
 * @param file the file's name in the folder
 * @param offset where the damaged block begins, or −1 when that cannot be told
 * @param what what is wrong
 */
public record ModelDamage(String file, long offset, String what) {
  /** Damage of a file as a whole. */
  static ModelDamage of(String file, String what) {
    return new ModelDamage(file, -1, what);
  }

  @Override
  public String toString() {
    return file + (offset < 0 ? "" : " near byte " + offset) + ": " + what;
  }
}
