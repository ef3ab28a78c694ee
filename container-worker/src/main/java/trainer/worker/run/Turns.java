package trainer.worker.run;

/** The turns of threads that make rows, in a process that serves several jobs. */
public interface Turns {
  /** Of a process that serves one job. */
  Turns FREE =
      new Turns() {
        @Override
        public void begin() {}

        @Override
        public void pass(long records) {}

        @Override
        public void end(long records) {}
      };

  /** Waits until the calling thread may compute the next task. */
  void begin() throws InterruptedException;

  /**
   * The calling thread has computed a block, and may go on with the next one of its task once it is
   * its turn again. Returns at once in a thread that is interrupted.
   *
   * @param records of the job that this process has computed so far
   */
  void pass(long records);

  /**
   * The calling thread has computed a task.
   *
   * @param records of the job that this process has computed so far
   */
  void end(long records);
}
