package trainer.worker.run;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.job.JobSpec;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.data.format.TableUse;
import trainer.data.read.BlockReader;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;
import trainer.protocol.auth.Secret;
import trainer.protocol.bulk.Traffic;
import trainer.worker.api.WorkerEvent;
import trainer.worker.cache.BlockCache;
import trainer.worker.cache.BlockSpill;
import trainer.worker.cache.ColumnMeasurer;
import trainer.worker.cache.OpenUnits;
import trainer.worker.cache.PatientSource;
import trainer.worker.cache.ReadAhead;
import trainer.worker.cache.ShareCache;
import trainer.worker.compute.Passes;
import trainer.worker.compute.ShareCompute;

/**
 * A worker: its loop, reading and compute threads, and connections to the pservers. The caller owns
 * the session with the master.
 */
public final class WorkerProcess implements WorkerRun {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);
  private static final double CACHE_SHARE_OF_HEAP = 0.4;

  /** Blocks of units that were decoded with another block, and are not used yet. */
  private static final double UNITS_SHARE_OF_HEAP = 0.1;

  private static final double SHARES_PART_OF_CACHE = 0.2;

  private final LaneOpenings openings;
  private final WorkerLoop loop;
  private final Traffic traffic = new Traffic();
  private final CountedSource.Counter reading = new CountedSource.Counter();

  /**
   * Loads the model and starts the threads. Reading and connecting begin with the master's first
   * messages.
   *
   * @param index its index in the job
   * @param secret the job's secret
   * @param classes the class loader of the model
   * @param localDirs folders on this host's disks
   * @param master takes messages to the master that belong together, on any thread, without waiting
   * @param fatal receives an impossible failure: the process must end at once
   * @throws FailureException when the model cannot be loaded
   */
  public WorkerProcess(
      JobSpec spec,
      int index,
      Secret secret,
      Configuration hadoop,
      ClassLoader classes,
      List<Path> localDirs,
      Consumer<List<FromMember>> master,
      Consumer<Throwable> fatal) {
    Settings settings = Settings.of(spec.settings());
    Model model = Models.load(spec, classes);
    this.openings = new LaneOpenings(spec, index, secret, traffic);
    AtomicReference<TableEncoding> encoding =
        new AtomicReference<>(TableEncoding.features(List.of()));
    this.loop = new WorkerLoop(master, traffic, reading::total, encoding::set);
    int threads = settings.get(Keys.WORKER_VCORES);
    long spilled = (long) settings.get(Keys.WORKER_SPILL_MB) << 20;
    long ofShares = (long) (cacheBytes(spec, settings) * SHARES_PART_OF_CACHE);
    long ofUnits = (long) (Runtime.getRuntime().maxMemory() * UNITS_SHARE_OF_HEAP);
    BlockCache cache =
        new BlockCache(cacheBytes(spec, settings) - ofShares, BlockSpill.in(localDirs, spilled));
    LOG.info(
        "model {}, {} compute threads, {} MB for decoded blocks",
        settings.get(Keys.MODEL),
        threads,
        cacheBytes(spec, settings) >> 20);
    loop.connect(
        new ReadAhead(
            threads,
            () ->
                new PatientSource(
                    new CountedSource(
                        new FileBlockSource(
                            new BlockReader(hadoop, settings, spec.labels(), encoding::get)),
                        reading),
                    RetryPolicy.withStorages()),
            cache,
            new OpenUnits(ofUnits, localDirs),
            new ShareCache(ofShares, settings.get(Keys.PSERVER_REPLICAS)),
            new Passes(model, spec.model().phases(), !settings.get(Keys.SYNC).isOnArrival()),
            spec.tables(),
            loop,
            fatal),
        new ColumnMeasurer(
            threads,
            TableUse.of(settings).features().orElseThrow().standardised().size(),
            sums ->
                new FileBlockSource(
                    new BlockReader(
                        hadoop, settings, spec.labels(), () -> TableEncoding.moments(sums))),
            RetryPolicy.withStorages(),
            loop::offer,
            fatal),
        new ShareCompute(spec.tables(), model, threads, loop::offer, fatal),
        new Lanes(
            openings::of,
            settings.get(Keys.HEARTBEAT_TIMEOUT).dividedBy(2),
            loop::offerFrom,
            fatal));
  }

  @Override
  public void onMessage(ToRole message) {
    if (message instanceof ToMember.Welcome welcome) {
      openings.as(welcome.incarnation());
    }
    loop.offer(new WorkerEvent.MasterMessage(message));
  }

  @Override
  public FromMember.Heartbeat heartbeat(long probe) {
    return loop.heartbeat(probe);
  }

  @Override
  public void leave(String reason) {
    loop.leave(reason);
  }

  @Override
  public String run() throws InterruptedException {
    try {
      return loop.run();
    } finally {
      LOG.info(
          "{} bytes sent to pservers, {} received from them", traffic.sent(), traffic.received());
    }
  }

  /** The size of the block cache. By default there is none if no block is read a second time. */
  private static long cacheBytes(JobSpec spec, Settings settings) {
    int megabytes = settings.get(Keys.WORKER_CACHE_MB);
    if (megabytes >= 0) {
      return (long) megabytes << 20;
    }
    return spec.model().epochs() == 1
        ? 0
        : (long) (Runtime.getRuntime().maxMemory() * CACHE_SHARE_OF_HEAP);
  }
}
