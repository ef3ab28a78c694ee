package trainer.pserver.store;

/**
 * Whether the copies of a process may grow. Some of its memory is kept for what comes and goes
 * (sums, undo logs, lists, what is copied out), so that no growth ever takes the last of it.
 *
 * <p>Any thread.
 */
public interface MemoryBudget {
  /** For whoever has more than enough. */
  MemoryBudget ENDLESS =
      new MemoryBudget() {
        @Override
        public boolean has(long bytes) {
          return true;
        }

        @Override
        public boolean finds(long bytes) {
          return true;
        }

        @Override
        public void take(long bytes) {
          // there is more
        }

        @Override
        public boolean hasForNow(long bytes) {
          return true;
        }
      };

  /** Whether there is room, as far as is known, for so many bytes that stay. */
  boolean has(long bytes);

  /** The same, having looked well: it may take a while. */
  boolean finds(long bytes);

  /** So many bytes are taken, and stay. */
  void take(long bytes);

  /** Whether so many bytes may be taken for a while. */
  boolean hasForNow(long bytes);
}
