package trainer.core.config;

/**
 * How many blocks a task has: a number, one file's, or what serves the input.
 *
 * @param blocks the number; 0 or {@link #FILE} for the other two
 */
public record TaskSize(int blocks) {
  /** In place of a number: all blocks of a file. */
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
   * The number, or what 0 stands for without barriers: some tasks a worker, none of them large, and
   * each of whole steps. A step costs a pull and a push, and a task a round trip to the master,
   * however few blocks are in it.
   *
   * @param stepBlocks what a worker pushes at once
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
