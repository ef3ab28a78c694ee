package trainer.data.index;

import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;

/**
 * The whole input, found and cut.
 *
 * @param blocks every block in canonical order
 * @param digest SHA-256 over path, length and modification time of every file, 64 hex digits
 * @param records how many records there are in all, or −1 where the format does not say
 * @param bad broken records that no block holds
 */
public record InputIndex(BlockIndex blocks, String digest, long records, BadRecords bad) {}
