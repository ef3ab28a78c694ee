package trainer.core.input;

/**
 * A run of records that is read, counted and computed as a whole.
 *
 * @param number the block's number in canonical order over the whole input, from 0
 * @param offset first byte in the file
 * @param length bytes
 * @param records how many records, or −1 where the format does not say
 * @param skip records at the head of the range that belong to the block before: not 0 only where
 *     {@code trainer.block.records} cuts through a format's own blocks
 */
public record Block(int number, long offset, long length, long records, int skip) {}
