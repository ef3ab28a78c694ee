package trainer.core.input;

/**
 * One input file as it was when the job was cut. A file that differs later fails its tasks.
 *
 * @param path the fully qualified path (a URI)
 * @param length bytes
 * @param modified modification time, epoch milliseconds
 */
public record InputFile(String path, long length, long modified) {}
