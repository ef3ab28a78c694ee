package trainer.core.config;

/**
 * The number of blocks of a task: a given number, those of one file, or a size fitted to the input.
 *
 * @param blocks the number; 0 (fitted) or {@link #FILE} for the other two
 */
public record TaskSize(int blocks) {
  /** Stands for a number: all blocks of a file. */
  public static final int FILE = -1;

  private static final int MOST = 1 << 20;
  private static final String FILE_WORD = "file";
  private static final int TASKS_OF_A_WORKER = 16;
  private static final int MOST_BY_SIZE = 64;

  static final String EXPECTED = "file, or integer 0.." + MOST;

  static TaskSize parse(String text) {
    if (text.equals(FILE_WORD)) {
      return new TaskSize(FILE);
    }
    int blocks = Integer.parseInt(text);
    if (blocks < 0 || blocks > MOST) {
      throw new IllegalArgumentException("out of range");
    }
    return new TaskSize(blocks);
  }

  public boolean isFile() {
    return blocks == FILE;
  }

  /**
   * The number, or the size fitted for training without barriers: some tasks a worker, none of them
   * large, and each of whole steps. A step costs a pull and a push, and a task a round trip to the
   * master, regardless of the number of blocks.
   *
   * @param stepBlocks blocks of one push
   */
  public int blocksWithoutBarriers(int inputBlocks, int workers, int stepBlocks) {
    if (blocks > 0) {
      return blocks;
    }
    int byInput = inputBlocks / (TASKS_OF_A_WORKER * Math.max(1, workers));
    int steps = (Math.min(MOST_BY_SIZE, byInput) + stepBlocks - 1) / stepBlocks;
    return stepBlocks * Math.max(1, steps);
  }
}
