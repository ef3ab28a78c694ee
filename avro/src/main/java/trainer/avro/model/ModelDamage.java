package trainer.avro.model;

/**
 * One damage of a model folder.
 *
 * @param file the file's name in the folder
 * @param offset the beginning of the damaged block, or −1 when it is unknown
 * @param what the damage in words
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
