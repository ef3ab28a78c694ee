package trainer.worker.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.InputFile;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.Moved;
import trainer.core.message.Reading;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.core.message.ToWorker;
import trainer.core.message.WorkerTotals;
import trainer.protocol.bulk.Traffic;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.cache.ColumnMeasurer;
import trainer.worker.cache.ReadAhead;
import trainer.worker.compute.PreparedShare;
import trainer.worker.compute.ShareCompute;
import trainer.worker.work.Worker;

/**
 * The worker's loop: takes events from the mailbox, passes each to the pure core, and performs the
 * resulting actions.
 *
 * <p>It runs on the thread that submits an event, unless another event is being handled ({@link
 * SerialExecutor}). A mini-batch thus passes from the link that receives its weights to a compute
 * thread and on to the link that sends its gradients. No further thread has to wake up between
 * them.
 */
final class WorkerLoop implements ReadAhead.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerLoop.class);
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final SerialExecutor executor = new SerialExecutor();
  private final Worker worker = new Worker();
  private final Performing performing = new Performing();

  /** The work items that are neither finished nor void. */
  private final Set<Long> live = new HashSet<>();

  private final Map<Long, PreparedShare> prepared = new HashMap<>();
  private final Consumer<List<FromMember>> master;
  private final Traffic traffic;
  private final Supplier<Reading> readings;
  private final Consumer<TableEncoding> encoding;
  private final BrokenRecordLog brokenRecords = new BrokenRecordLog();
  private ReadAhead reading;
  private ShareCompute computing;
  private ColumnMeasurer measuring;
  private Lanes lanes;
  private long lastPushed;
  private volatile TimeSpent spent = TimeSpent.NOTHING;
  private String leaving;

  /**
   * @param master takes messages to the master, and drops them while there is no session
   * @param traffic counts the bytes exchanged with the lanes
   * @param encoding takes the encoding of the rows of tables
   */
  WorkerLoop(
      Consumer<List<FromMember>> master,
      Traffic traffic,
      Supplier<Reading> readings,
      Consumer<TableEncoding> encoding) {
    this.master = master;
    this.encoding = encoding;
    this.traffic = traffic;
    this.readings = readings;
  }

  /**
   * Connects the loop to the components it drives, which it closes at the end. Called before {@link
   * #run}.
   */
  void connect(ReadAhead ahead, ColumnMeasurer measurer, ShareCompute compute, Lanes links) {
    this.reading = ahead;
    this.measuring = measurer;
    this.computing = compute;
    this.lanes = links;
  }

  /** Submits an event. Thread-safe. */
  void offer(WorkerEvent event) {
    executor.execute(() -> step(event));
  }

  /** Submits an event of a link; an event of a link that was given up is ignored. Thread-safe. */
  void offerFrom(LaneLink link, WorkerEvent event) {
    executor.execute(
        () -> {
          if (lanes.onEvent(link, event)) {
            step(event);
          }
        });
  }

  @Override
  public void onPrepared(long work, PreparedShare share) {
    executor.execute(
        () -> {
          if (live.contains(work)) {
            prepared.put(work, share);
            step(new WorkerEvent.Prepared(work, share.number(), share.layout().keys()));
          }
        });
  }

  @Override
  public void onRetired(long share) {
    offer(new WorkerEvent.Retired(share));
  }

  @Override
  public void onFailed(long work, int block, Failure failure) {
    offer(new WorkerEvent.Failed(work, block, failure));
  }

  @Override
  public void onBroken(InputFile file, Block block, BadRecords bad) {
    brokenRecords.add(bad, System.nanoTime()).ifPresent(LOG::warn);
    master.accept(
        List.of(
            new FromWorker.BadRecords(
                file.path(), block.offset(), block.skip(), bad.count(), bad.first())));
  }

  /** Ends the loop as an order of the master does. Thread-safe. */
  void leave(String reason) {
    executor.execute(() -> end(reason));
  }

  /**
   * Runs until the worker is to leave.
   *
   * @return the reason
   */
  String run() throws InterruptedException {
    try {
      executor.awaitEnd(this::tick, TICK_NANOS);
    } finally {
      executor.close();
      logWhereItIs();
      brokenRecords.rest().ifPresent(LOG::warn);
      lanes.close();
      computing.close();
      measuring.close();
      reading.close();
    }
    return leaving;
  }

  private void tick() {
    lanes.checkSilence(System.nanoTime());
    step(new WorkerEvent.Tick());
    spent = worker.spent(System.nanoTime());
  }

  private void end(String reason) {
    leaving = reason;
    executor.end();
  }

  /** Logs the stacks of model code that hangs, for its author: the process ends with it. */
  private void logWhereItIs() {
    String stacks = computing.stacks() + reading.progress().stacks();
    if (!stacks.isEmpty()) {
      LOG.warn("leaves ({}) while\n{}", leaving, stacks);
    }
  }

  private void step(WorkerEvent event) {
    hitBefore(event);
    for (WorkerAction action : worker.step(event, System.nanoTime())) {
      action.to(performing);
    }
    performing.flush();
  }

  private static void hitBefore(WorkerEvent event) {
    if (event instanceof WorkerEvent.Acked) {
      Failpoint.hit("worker.afterAck");
    } else if (event instanceof WorkerEvent.MasterMessage received
        && received.message() instanceof ToWorker.Order) {
      Failpoint.hit("worker.afterOrder");
    }
  }

  /** A heartbeat with the work so far and the block in progress. Thread-safe. */
  FromMember.Heartbeat heartbeat(long probe) {
    int block = computing.block() >= 0 ? computing.block() : reading.progress().block();
    return new FromMember.Heartbeat(probe, computing.records(), block, spent, StoredRows.NOTHING);
  }

  /** Adds the totals, which the core does not count. */
  private FromMember counted(FromMember message) {
    Moved moved = new Moved(traffic.sent(), traffic.received());
    WorkerTotals totals = new WorkerTotals(moved, readings.get());
    if (message instanceof FromWorker.ShareDone done) {
      return done.with(totals);
    }
    return message instanceof FromWorker.TaskDone done ? done.with(totals) : message;
  }

  /** Performs the core's actions. */
  private final class Performing implements WorkerAction.Handler {
    private final List<FromMember> outgoing = new ArrayList<>();

    /** Sends the messages of one step together. */
    void flush() {
      if (!outgoing.isEmpty()) {
        master.accept(List.copyOf(outgoing));
        outgoing.clear();
      }
    }

    @Override
    public void on(WorkerAction.Prepare action) {
      live.add(action.work());
      reading.prepare(action.work(), action.phase(), action.blocks());
    }

    @Override
    public void on(WorkerAction.Compute action) {
      Failpoint.hit("worker.afterValues");
      PreparedShare share = prepared.get(action.work());
      computing.train(action.work(), share, action.minibatchBlocks(), action.values());
    }

    @Override
    public void on(WorkerAction.Score action) {
      Failpoint.hit("worker.duringEvaluate");
      computing.score(action.work(), prepared.get(action.work()), action.values());
    }

    @Override
    public void on(WorkerAction.Measure action) {
      Failpoint.hit("worker.duringMeasure");
      measuring.measure(action.task(), action.blocks());
    }

    @Override
    public void on(WorkerAction.Standardise action) {
      encoding.accept(TableEncoding.features(action.standardisations()));
    }

    @Override
    public void on(WorkerAction.Stop action) {
      computing.stop(action.work());
    }

    @Override
    public void on(WorkerAction.Forget action) {
      live.remove(action.work());
      prepared.remove(action.work());
      reading.stop(action.work());
      computing.stop(action.work());
    }

    @Override
    public void on(WorkerAction.Connect action) {
      lanes.connect(action.lane());
    }

    @Override
    public void on(WorkerAction.Disconnect action) {
      lanes.disconnect(action.lane());
    }

    @Override
    public void on(WorkerAction.SendKeys action) {
      long numbers = prepared.get(action.work()).layout().size(action.keys());
      lanes.write(action.lane(), LaneFrames.keys(action, numbers));
    }

    @Override
    public void on(WorkerAction.SendDrop action) {
      lanes.write(action.lane(), LaneFrames.drop(action));
    }

    @Override
    public void on(WorkerAction.SendPull action) {
      Failpoint.hit("worker.beforePull");
      lanes.write(action.lane(), LaneFrames.pull(action));
    }

    @Override
    public void on(WorkerAction.SendPush action) {
      boolean first = action.work() != lastPushed;
      lastPushed = action.work();
      if (first) {
        Failpoint.hit("worker.beforePush");
      }
      lanes.write(action.lane(), new PushFrame(action, prepared.get(action.work())));
      if (first && Failpoint.isArmed("worker.afterPushToOne")) {
        lanes.awaitPushed(action.lane());
        Failpoint.hit("worker.afterPushToOne");
      }
    }

    @Override
    public void on(WorkerAction.SendToMaster action) {
      if (action.message() instanceof FromWorker.ShareDone) {
        Failpoint.hit("worker.beforeShareDone");
      }
      outgoing.add(counted(action.message()));
    }

    @Override
    public void on(WorkerAction.Log action) {
      LOG.info("{}", action.text());
    }

    @Override
    public void on(WorkerAction.Leave action) {
      end(action.reason());
    }
  }
}
