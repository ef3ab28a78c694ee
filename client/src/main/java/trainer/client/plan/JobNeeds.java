package trainer.client.plan;

import java.util.stream.IntStream;
import trainer.container.launch.JvmSize;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobSpec;
import trainer.core.job.MiniBatchSize;
import trainer.core.table.TableSpec;
import trainer.learning.optimizer.Optimizer;
import trainer.learning.optimizer.Optimizers;

/**
 * The memory and time that a job needs for a sampled input, by the formulas of docs/sizing.md.
 *
 * @param keys the rows of all tables in use at the end of an epoch
 * @param pserverBytes of these rows in all pservers, replicas included
 * @param listBytes of the key lists that all pservers keep
 * @param workerBytes of all decoded rows in all workers
 * @param minibatchBlocks blocks of a mini-batch
 * @param minibatches of an epoch
 * @param firstEpoch seconds
 * @param laterEpoch seconds of any other
 */
record JobNeeds(
    double keys,
    double pserverBytes,
    double listBytes,
    double workerBytes,
    int minibatchBlocks,
    long minibatches,
    double firstEpoch,
    double laterEpoch) {
  /** Bytes of a sparse row on a pserver beside its floats. */
  private static final double ROW_BYTES = 16;

  /** The part of a pserver's heap that rows may take; the rest is for key lists and requests. */
  private static final double ROWS_OF_HEAP = 0.6;

  /** Bytes of a key of a list: the number of its row. */
  private static final double KEY_OF_LIST = Integer.BYTES;

  /** The part of a pserver's heap that key lists may take. */
  private static final double LISTS_OF_HEAP = 0.25;

  /** The part of a worker's heap that decoded rows take, unless trainer.worker.cache-mb is set. */
  private static final double CACHE_OF_HEAP = 0.32;

  /** Processor seconds of a pserver for a key of a share; where it is looked up, twice as many. */
  private static final double KEY_ON_PSERVER = 50e-9;

  /** Processor seconds of a worker for a key of a share, which is pulled, rounded and pushed. */
  private static final double KEY_ON_WORKER = 20e-9;

  /** Processor seconds of a worker for a nonzero, whose weight is gathered. */
  private static final double NONZERO_ON_WORKER = 10e-9;

  /** The part of the numbering of rows that is done again when they are read again. */
  private static final double NUMBERED_AGAIN = 0.5;

  /** Seconds of a mini-batch in which messages travel. */
  private static final double MESSAGES = 0.5e-3;

  /** Processor seconds of the master for a mini-batch, and for each further process. */
  private static final double MASTER = 0.5e-3;

  private static final double MASTER_A_PROCESS = 0.15e-3;

  /** Processor seconds of a process in which its code is compiled. */
  private static final double COMPILATION = 1;

  /**
   * The needs of a job.
   *
   * @param processors those that all processes share, on one machine; 0 if each has its own
   */
  static JobNeeds of(JobSpec spec, Settings settings, SampledInput input, int processors) {
    int blocks = input.extent().blocks();
    double keys = 0;
    double bytes = 0;
    for (int table = 0; table < spec.tables().size(); table++) {
      TableSpec one = spec.tables().get(table);
      Optimizer optimizer = Optimizers.compact(settings, one);
      double floats = Float.BYTES * (double) optimizer.stride(one.width());
      double rows =
          one.isDense() ? (double) one.denseValues() / one.width() : input.keys(table, blocks);
      keys += rows;
      bytes += rows * (floats + (one.isDense() ? 0 : ROW_BYTES));
    }
    int inMinibatch = Math.min(blocks, MiniBatchSize.of(settings, blocks));
    long minibatches = (blocks + (long) inMinibatch - 1) / inMinibatch;
    Times times = new Times(spec, settings, input, inMinibatch, minibatches, processors);
    return new JobNeeds(
        keys,
        bytes * settings.get(Keys.PSERVER_REPLICAS),
        listBytes(spec, settings, input, inMinibatch, minibatches),
        input.costs().memory() * input.extent().rows(),
        inMinibatch,
        minibatches,
        times.first(),
        times.later());
  }

  /**
   * A worker has a list for each share, and pservers keep the newest that they have room for. The
   * room is divided by the most workers; sums of floats that are expected to be equal count as
   * well, though they take little.
   */
  private static double listBytes(
      JobSpec spec, Settings settings, SampledInput input, int inMinibatch, long minibatches) {
    int shares = Math.min(settings.get(Keys.WORKERS), inMinibatch);
    double keys = 0;
    double bound = 0; // what counts against the room
    for (int table = 0; table < spec.tables().size(); table++) {
      double ofTable = minibatches * (double) shares * input.keys(table, inMinibatch / shares);
      keys += ofTable;
      bound +=
          ofTable * (KEY_OF_LIST + Character.BYTES * (double) spec.tables().get(table).width());
    }
    double workers = settings.get(Keys.WORKERS) / (double) settings.get(Keys.WORKERS_MAX);
    double room = settings.get(Keys.PSERVERS) * LISTS_OF_HEAP * heapOfPserver(settings) * workers;
    return KEY_OF_LIST * keys * Math.min(1, room / Math.max(1, bound));
  }

  /** The different keys of some blocks, of all tables. */
  private static double keys(JobSpec spec, SampledInput input, long blocks) {
    return IntStream.range(0, spec.tables().size())
        .mapToDouble(table -> input.keys(table, blocks))
        .sum();
  }

  /** The bytes of rows for which a pserver has room. */
  static double roomOfPserver(Settings settings) {
    return ROWS_OF_HEAP * heapOfPserver(settings);
  }

  private static double heapOfPserver(Settings settings) {
    int memory = settings.get(Keys.PSERVER_MEMORY_MB);
    JvmSize size = new JvmSize(memory, settings.get(Keys.PSERVER_VCORES));
    return (long) size.heapMb() << 20;
  }

  /** The bytes of decoded rows that a worker keeps in memory. */
  static double roomOfWorker(Settings settings) {
    int asked = settings.get(Keys.WORKER_CACHE_MB);
    if (asked >= 0) {
      return (long) asked << 20;
    }
    JvmSize size =
        new JvmSize(settings.get(Keys.WORKER_MEMORY_MB), settings.get(Keys.WORKER_VCORES));
    return CACHE_OF_HEAP * ((long) size.heapMb() << 20);
  }

  /** The pservers that hold all rows. */
  long fewestPservers(Settings settings) {
    return Math.max(1, (long) Math.ceil(pserverBytes / roomOfPserver(settings)));
  }

  /** The workers that keep all decoded rows in memory. */
  long workersForAllRows(Settings settings) {
    return Math.max(1, (long) Math.ceil(workerBytes / Math.max(1, roomOfWorker(settings))));
  }

  /** The formulas of time. */
  private static final class Times {
    private final SampledInput input;
    private final double rows;
    private final int workers;
    private final int pservers;
    private final boolean isOnArrival;
    private final long minibatches;
    private final int processors;

    /** Different keys of a share, a row of it. */
    private final double keys;

    /** The part of the rows that workers keep in memory. */
    private final double kept;

    Times(
        JobSpec spec,
        Settings settings,
        SampledInput input,
        int inMinibatch,
        long minibatches,
        int processors) {
      this.input = input;
      this.rows = input.extent().rows();
      this.workers = settings.get(Keys.WORKERS) * settings.get(Keys.WORKER_VCORES);
      this.pservers = settings.get(Keys.PSERVERS) * settings.get(Keys.PSERVER_VCORES);
      this.isOnArrival = settings.get(Keys.SYNC).isOnArrival();
      this.minibatches = minibatches;
      this.processors = processors;
      long share = Math.max(1, inMinibatch / settings.get(Keys.WORKERS));
      this.keys = JobNeeds.keys(spec, input, share) / Math.max(1, input.rows(share));
      double room = settings.get(Keys.WORKERS) * roomOfWorker(settings);
      this.kept = Math.min(1, room / (input.costs().memory() * rows));
    }

    private double onWorker() {
      return input.costs().trainSeconds()
          + NONZERO_ON_WORKER * input.costs().nonzeros()
          + KEY_ON_WORKER * keys;
    }

    /**
     * Each epoch after the first: pservers have the lists of keys, and workers have rows with their
     * numbers. Workers read those rows again for which there is no memory.
     */
    double later() {
      double again =
          (1 - kept)
              * (input.costs().readSeconds() + NUMBERED_AGAIN * input.costs().numberSeconds());
      return epoch(again, KEY_ON_PSERVER * keys, 0);
    }

    double first() {
      double reading = input.costs().readSeconds() + input.costs().numberSeconds();
      return epoch(reading, 2 * KEY_ON_PSERVER * keys, COMPILATION);
    }

    /**
     * The time of an epoch. Workers read rows ahead, while they and pservers compute.
     *
     * @param reading processor seconds for reading a row
     * @param compilation processor seconds of each process
     */
    private double epoch(double reading, double onPserver, double compilation) {
      double byWorkers = rows * onWorker() / workers;
      double byPservers = rows * onPserver / pservers;
      double computing =
          isOnArrival
              ? Math.max(byWorkers, byPservers)
              : byWorkers + byPservers + minibatches * MESSAGES;
      double apart = Math.max(computing, rows * reading / workers);
      if (processors == 0) {
        return apart + compilation;
      }
      int processes = workers + pservers;
      double master = minibatches * (MASTER + MASTER_A_PROCESS * (processes - 1));
      double all =
          rows * (reading + onWorker() + onPserver) + master + compilation * (processes + 1);
      return Math.max(apart + compilation, all / processors);
    }
  }
}
