package trainer.core.message;

/**
 * One written part of a model.
 *
 * @param partition the partition it holds
 * @param name the file's name in its folder
 * @param rows rows in it
 * @param bytes its length
 * @param sha256 of its bytes, 64 lower-case hex digits
 */
public record PartFile(int partition, String name, long rows, long bytes, String sha256) {}
