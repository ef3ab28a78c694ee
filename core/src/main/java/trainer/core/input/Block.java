package trainer.core.input;

/**
 * A run of records that is read, counted and computed as a whole.
 *
 * @param number the block's number in canonical order over the whole input, from 0
 * @param offset first byte in the file
 * @param length bytes
 * @param records how many records, or −1 where the format does not say
 */
public record Block(int number, long offset, long length, long records) {}
