package trainer.pserver.store;

/**
 * The memory that the replicas of a process may grow into. A reserve is kept for temporary memory
 * (sums, undo logs, lists, snapshots), so that growth never takes the last of it.
 *
 * <p>Thread-safe.
 */
public interface MemoryBudget {
  /** A budget without a limit. */
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

  /** Whether there is room, by the latest estimate, for {@code bytes} that stay allocated. */
  boolean has(long bytes);

  /** Whether there is room, after a closer measurement if needed, which may take a while. */
  boolean finds(long bytes);

  /** Records that {@code bytes} are taken and stay allocated. */
  void take(long bytes);

  /** Whether {@code bytes} may be taken temporarily. */
  boolean hasForNow(long bytes);
}
