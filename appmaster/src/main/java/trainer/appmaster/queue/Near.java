package trainer.appmaster.queue;

/** How near a task's data is to one worker. */
public interface Near {
  /** Nothing is known of any task. */
  Near UNKNOWN =
      new Near() {
        @Override
        public int of(int task) {
          return 0;
        }

        @Override
        public int nearest() {
          return 0;
        }
      };

  /** 0 for anywhere; the higher the nearer. */
  int of(int task);

  /** The most that {@link #of} returns: what has it is not looked past. */
  int nearest();
}
