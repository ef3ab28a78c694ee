package trainer.worker.run;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.table.TableSpec;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.compute.LaneAnswers;
import trainer.worker.compute.PreparedShare;
import trainer.worker.compute.PulledWeights;
import trainer.worker.routing.KeyListLayout;
import trainer.worker.routing.LaneValues;
import trainer.worker.routing.RoutedKeyList;
import trainer.worker.work.RowPulls;

/**
 * A model that pservers serve: pulls rows for the threads that score. {@link RowPulls} decides, on
 * the thread that brings an event.
 */
final class ServedModel implements PulledWeights.Source, AutoCloseable {
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private record Pull(KeyListLayout layout, CompletableFuture<List<LaneValues>> values) {}

  private final SerialExecutor executor = new SerialExecutor();
  private final RowPulls pulls = new RowPulls();
  private final Map<Long, Pull> open = new HashMap<>();
  private final List<TableSpec> tables;
  private final Lanes lanes;
  private final Consumer<List<FromMember>> master;

  /**
   * @param silence the time without traffic after which a connection is given up
   * @param master takes messages to the master, without waiting
   * @param fatal receives an impossible failure: the process must end at once
   */
  ServedModel(
      List<TableSpec> tables,
      LaneOpenings openings,
      Duration silence,
      Consumer<List<FromMember>> master,
      Consumer<Throwable> fatal) {
    this.tables = List.copyOf(tables);
    this.master = master;
    this.lanes = new Lanes(openings::of, silence, this::offerFrom, fatal);
    Thread ticks = new Thread(this::tickAll, "pulls");
    ticks.setDaemon(true);
    ticks.setUncaughtExceptionHandler((dead, cause) -> fatal.accept(cause));
    ticks.start();
  }

  void onWelcome(ToMember.Welcome message) {
    executor.execute(() -> perform(pulls.step(message, System.nanoTime())));
  }

  void onLine(ToMember.NewLine message) {
    executor.execute(() -> perform(pulls.step(message, System.nanoTime())));
  }

  @Override
  public float[] pull(PreparedShare share) {
    KeyListLayout layout = share.layout();
    Pull pull = new Pull(layout, new CompletableFuture<>());
    executor.execute(() -> begin(pull));
    List<LaneValues> values = await(pull);
    LaneAnswers.complaint(layout, values, tables)
        .ifPresent(
            failure -> {
              throw new FailureException(failure, null);
            });
    return LaneAnswers.weights(layout, values);
  }

  private static List<LaneValues> await(Pull pull) {
    try {
      return pull.values.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException(
          new Failure(FailureKind.UNEXPECTED, "interrupted while it waits for rows", "", ""), e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a pull only ends with values", e);
    }
  }

  private void begin(Pull pull) {
    long number = pulls.nextNumber();
    open.put(number, pull);
    perform(
        pulls.step(
            new WorkerEvent.Prepared(number, RoutedKeyList.ONCE, pull.layout.keys()),
            System.nanoTime()));
  }

  private void offerFrom(LaneLink link, WorkerEvent event) {
    executor.execute(
        () -> {
          if (lanes.onEvent(link, event)) {
            perform(pulls.step(event, System.nanoTime()));
          }
        });
  }

  private void tickAll() {
    try {
      executor.awaitEnd(this::tick, TICK_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tick() {
    lanes.checkSilence(System.nanoTime());
    perform(pulls.step(new WorkerEvent.Tick(), System.nanoTime()));
  }

  private void perform(List<WorkerAction> actions) {
    actions.forEach(this::perform);
  }

  private void perform(WorkerAction action) {
    if (action instanceof WorkerAction.Connect connect) {
      lanes.connect(connect.lane());
    } else if (action instanceof WorkerAction.Disconnect disconnect) {
      lanes.disconnect(disconnect.lane());
    } else if (action instanceof WorkerAction.SendKeys keys) {
      long numbers = open.get(keys.work()).layout.size(keys.keys());
      lanes.write(keys.lane(), LaneFrames.keys(keys, numbers));
    } else if (action instanceof WorkerAction.SendDrop drop) {
      lanes.write(drop.lane(), LaneFrames.drop(drop));
    } else if (action instanceof WorkerAction.SendPull pull) {
      Failpoint.hit("worker.beforePull");
      lanes.write(pull.lane(), LaneFrames.pull(pull));
    } else if (action instanceof WorkerAction.Score score) {
      open.get(score.work()).values.complete(score.values());
    } else if (action instanceof WorkerAction.Forget forget) {
      open.remove(forget.work());
    } else if (action instanceof WorkerAction.SendToMaster send) {
      master.accept(List.of(send.message()));
    } else if (!(action instanceof WorkerAction.Log)) { // which notes each refusal
      throw new IllegalStateException("an action of training: " + action);
    }
  }

  @Override
  public void close() {
    executor.end();
    executor.close();
    lanes.close();
  }
}
