package trainer.master.queue;

import java.util.List;

/** What is known of where tasks are near. */
public interface Locality {
  /** Not the number of any worker. */
  int NOBODY = -1;

  /** Nothing is known of any task. */
  Locality UNKNOWN =
      new Locality() {
        @Override
        public int lastWorker(int task) {
          return NOBODY;
        }

        @Override
        public List<String> hosts(int task) {
          return List.of();
        }
      };

  /** The number of the worker that was given a task last, whose cache may hold it, or NOBODY. */
  int lastWorker(int task);

  /** The hosts that a task's data lies on. */
  List<String> hosts(int task);
}
