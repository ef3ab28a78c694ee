package trainer.core.feature;

/**
 * XXH64 of fixed bytes and a range behind them, without copying the range: nearly all keys of
 * categories are made so. Immutable.
 *
 * <p>Only one word of 8 bytes has bytes of both parts. It is put together in a register, and the
 * words behind it are read from the range. With a copy a key takes three times as long: the loads
 * of words wait for the stores of bytes.
 *
 * <p>Both parts together are shorter than 32 bytes, and the array has 8 bytes from the begin of the
 * range on. Other ranges are left to the caller.
 */
final class PrefixedHash {
  private final long seed;
  private final int length;

  /** The whole words of the prefix. */
  private final long[] words;

  /** The last bytes of the prefix, fewer than 8, in the lower bits. */
  private final long last;

  private final int lastBytes;

  PrefixedHash(byte[] prefix, long seed) {
    this.seed = seed;
    length = prefix.length;
    words = new long[length / Long.BYTES];
    for (int i = 0; i < words.length; i++) {
      words[i] = XxHash64.word(prefix, i * Long.BYTES);
    }
    lastBytes = length % Long.BYTES;
    long bytes = 0;
    for (int i = 1; i <= lastBytes; i++) {
      bytes = bytes << Byte.SIZE | (prefix[length - i] & 0xFF);
    }
    last = bytes;
  }

  /** Whether {@link #hash} takes the range. */
  boolean takes(byte[] bytes, int from, int to) {
    return from >= 0
        && from <= to
        && to - from < XxHash64.STRIPE - length
        && from <= bytes.length - Long.BYTES
        && to <= bytes.length;
  }

  /** The hash of the prefix and the range. Only for a range that it {@link #takes}. */
  long hash(byte[] bytes, int from, int to) {
    int count = to - from;
    long hash = XxHash64.start(seed, length + count);
    for (long word : words) {
      hash = XxHash64.afterWord(hash, word);
    }
    int wanted = Long.BYTES - lastBytes;
    // bytes of the range that the word has no place for are shifted out
    long both = last | XxHash64.word(bytes, from) << (lastBytes * Byte.SIZE);
    return count < wanted
        ? XxHash64.rest(both, lastBytes + count, hash)
        : XxHash64.rest(bytes, from + wanted, to, XxHash64.afterWord(hash, both));
  }
}
