package trainer.model.stored;

/** The slots of an open-addressing hash of 64-bit keys. */
final class Slots {
  private Slots() {}

  /** The slot at which the search for a key begins: a multiplication spreads ids in a row. */
  static int first(long key, int slots) {
    long mixed = (key ^ (key >>> 32)) * 0x9E3779B97F4A7C15L;
    return (int) (((mixed >>> 32) * slots) >>> 32);
  }

  /** The slot behind another. */
  static int next(int slot, int slots) {
    return slot + 1 == slots ? 0 : slot + 1;
  }
}
