package trainer.core.feature.encode;

/**
 * A dictionary of some texts of a column, which its entries number from 0. Equal only to itself, so
 * what is known of an entry stays true while a column has the same one.
 */
public final class TextDictionary {
  private final int size;

  public TextDictionary(int size) {
    this.size = size;
  }

  /** The number of entries. */
  public int size() {
    return size;
  }
}
