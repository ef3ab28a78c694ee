package trainer.pserver.server;

import java.time.Duration;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.pserver.lane.HeapBudget;
import trainer.pserver.lane.Lane;
import trainer.pserver.lane.LaneAnswers;
import trainer.pserver.store.TableSize;

/**
 * The report to the master that requests wait for room here. It names the largest table, its size
 * and a remedy, and is repeated while a request waits. The end of the reports means that none
 * waits.
 */
final class MemoryPressure implements Lane.RoomListener {
  private static final long LATE = Duration.ofSeconds(1).toNanos();

  private final List<Lane> lanes;
  private final HeapBudget room;
  private final String advice;
  private final Consumer<FromMember> send;
  private final BitSet waiting = new BitSet();
  private long next;

  /**
   * @param lanes all lanes, which may be added later
   * @param send takes messages to the master, on any thread
   */
  MemoryPressure(List<Lane> lanes, HeapBudget room, String advice, Consumer<FromMember> send) {
    this.lanes = lanes;
    this.room = room;
    this.advice = advice;
    this.send = send;
  }

  @Override
  public synchronized void onWaiting(int lane, boolean isWaiting, long now) {
    if (isWaiting && waiting.isEmpty()) {
      next = now + LATE;
    }
    waiting.set(lane, isWaiting);
    if (isWaiting && now - next >= 0) {
      next = now + FromPserver.OutOfRoom.AGAIN.toNanos();
      LaneAnswers<List<TableSize>> answers = new LaneAnswers<>(lanes.size(), this::report);
      lanes.forEach(
          one ->
              one.order(replicas -> answers.add(replicas == null ? List.of() : replicas.sizes())));
    }
  }

  private void report(List<List<TableSize>> ofLanes) {
    Map<String, TableSize> sizes =
        ofLanes.stream()
            .flatMap(List::stream)
            .collect(Collectors.toMap(TableSize::table, one -> one, TableSize::plus));
    Stream<TableSize> tables = sizes.values().stream();
    TableSize largest =
        tables
            .max(Comparator.comparing(TableSize::bytes))
            .orElse(new TableSize("that is the largest", 0, 0));
    String what =
        "there is no room for more rows: table "
            + largest.table()
            + " has "
            + largest.rows()
            + " here, of "
            + megabytes(largest.bytes())
            + " MB; all that stays may take "
            + megabytes(room.limit())
            + " MB";
    send.accept(
        new FromPserver.OutOfRoom(new Failure(FailureKind.OUT_OF_MEMORY, what, "", advice)));
  }

  private static long megabytes(long bytes) {
    return (bytes + (1 << 19)) >> 20;
  }
}
