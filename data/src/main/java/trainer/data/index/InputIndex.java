package trainer.data.index;

import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;

/**
 * The whole input, listed and cut into blocks.
 *
 * @param blocks every block in canonical order
 * @param digest SHA-256 over path, length and modification time of every file, 64 hex digits
 * @param records the total number of records, or −1 if the format does not state it
 * @param bad broken records that no block holds
 */
public record InputIndex(BlockIndex blocks, String digest, long records, BadRecords bad) {}
