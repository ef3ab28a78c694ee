package trainer.master.job.bsp;

import java.util.List;

/** The hosts of data and workers, so that workers read from disks of their own hosts. */
interface DataHosts {
  /** Nothing is known. */
  DataHosts UNKNOWN =
      new DataHosts() {
        @Override
        public List<String> ofBlock(int block) {
          return List.of();
        }

        @Override
        public String ofWorker(int worker) {
          return "";
        }
      };

  /** The hosts that store a block; none where that is not known. */
  List<String> ofBlock(int block);

  /** The host of a live worker. */
  String ofWorker(int worker);
}
