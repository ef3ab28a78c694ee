package trainer.master.queue;

import java.util.List;

/** Where each task is near: the worker that may cache it, and the hosts of its data. */
public interface Locality {
  /** Never the number of a worker. */
  int NOBODY = -1;

  /** A locality without any information. */
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

  /** The number of the worker that was assigned a task last and may cache it; −1 if unknown. */
  int lastWorker(int task);

  /** The hosts that store a task's data. */
  List<String> hosts(int task);
}
