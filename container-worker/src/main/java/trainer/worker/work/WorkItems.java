package trainer.worker.work;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import trainer.core.input.FileBlocks;
import trainer.core.message.TimeSpent;
import trainer.core.table.PartitionMap;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.KeyLists;
import trainer.worker.routing.LaneExchange;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.RoutedKeyList;
import trainer.worker.task.AssignedTask;

/**
 * The work items in progress, the most urgent first, with their numbers and key lists. Plain loops
 * run over them, because they run with every event, long before they are compiled.
 */
final class WorkItems {
  /**
   * Shares before other work, then the lowest version, so that orders ahead never block an older
   * one.
   */
  private static final Comparator<WorkItem> OLDEST_FIRST =
      Comparator.comparing((WorkItem item) -> !(item instanceof OrderedShare))
          .thenComparingLong(WorkItem::pullVersion)
          .thenComparingLong(WorkItem::id);

  private final List<WorkItem> items = new ArrayList<>();
  private final WorkerOutbox out;
  private final KeyLists lists;
  private long lastNumber;

  /**
   * @param drop lets a lane forget a list
   */
  WorkItems(WorkerOutbox out, BiConsumer<LaneId, Long> drop) {
    this.out = out;
    this.lists = new KeyLists(this::nextNumber, drop);
  }

  /** The next number of a work item, list or pull. */
  long nextNumber() {
    return ++lastNumber;
  }

  /** All items, the most urgent first; a live view. */
  List<WorkItem> all() {
    return items;
  }

  /** A copy of {@link #all}, for a loop that ends or replaces items. */
  List<WorkItem> copy() {
    return List.copyOf(items);
  }

  /** The item of that number; null if it has ended. */
  WorkItem find(long id) {
    for (WorkItem item : items) {
      if (item.id() == id) {
        return item;
      }
    }
    return null;
  }

  /** Starts an item: its blocks are prepared. */
  void start(WorkItem item, List<FileBlocks> blocks) {
    items.add(item);
    items.sort(OLDEST_FIRST);
    out.add(new WorkerAction.Prepare(item.id(), item.phase(), blocks));
  }

  /** Starts an item whose blocks are prepared already. */
  void startPrepared(WorkItem item, WorkerEvent.Prepared event) {
    items.add(item);
    onPrepared(event);
  }

  /** Routes the keys of an item whose blocks are prepared. */
  void onPrepared(WorkerEvent.Prepared event) {
    WorkItem item = find(event.work());
    if (item != null && item.is(WorkItem.Stage.PREPARING)) {
      RoutedKeyList keys =
          item instanceof TrainingItem
              ? lists.take(event.list(), event.keys(), item.id())
              : lists.takeToRead(event.list(), event.keys(), item.id());
      item.onPrepared(keys);
    }
  }

  /** Replaces an item by the one that continues it. */
  void replace(WorkItem before, WorkItem by) {
    items.set(items.indexOf(before), by);
    items.sort(OLDEST_FIRST);
  }

  /** Releases the key list of an item, which sends nothing more. */
  void release(WorkItem item) {
    item.exchanges().release(lists);
  }

  /** Ends an item and releases its buffers. */
  void end(WorkItem item) {
    items.remove(item);
    release(item);
    out.add(new WorkerAction.Forget(item.id()));
  }

  void endAll(Predicate<WorkItem> which) {
    int i = 0;
    while (i < items.size()) {
      WorkItem item = items.get(i);
      if (which.test(item)) {
        end(item);
      } else {
        i++;
      }
    }
  }

  /** Ends all steps of a task. */
  void endStepsOf(AssignedTask task) {
    endAll(item -> item instanceof TaskStep step && step.task() == task);
  }

  /** Whether no item has anything left to do. */
  boolean areAllDone() {
    for (WorkItem item : items) {
      if (!item.is(WorkItem.Stage.DONE)) {
        return false;
      }
    }
    return true;
  }

  /** The phase of the worker: that of the item that is computed, or else of the most urgent one. */
  TimeSpent.Phase spentOn() {
    TimeSpent.Phase urgent = TimeSpent.Phase.WAIT;
    for (WorkItem item : items) {
      boolean isTraining = item instanceof TrainingItem;
      TimeSpent.Phase phase = isTraining ? item.spentOn() : TimeSpent.Phase.WAIT;
      if (phase == TimeSpent.Phase.COMPUTE) {
        return phase;
      }
      if (urgent == TimeSpent.Phase.WAIT) {
        urgent = phase;
      }
    }
    return urgent;
  }

  /** Routes all key lists by a map, the first or another, and all items by their lists. */
  void route(PartitionMap map) {
    lists.route(map);
    items.forEach(item -> item.reroute(this::nextNumber));
  }

  /** A key list is retired: no work will be prepared with it again. */
  void onRetired(long list) {
    lists.onRetired(list);
  }

  /** A lane has evicted a list for lack of room. */
  void onEvicted(LaneId lane) {
    lists.onEvicted(lane);
  }

  /** Marks everything unanswered by a lane to be sent again, because its connection broke. */
  void onLaneLost(LaneId lane) {
    lists.onLaneLost(lane);
    for (WorkItem item : items) {
      LaneExchange exchange = item.exchanges().get(lane);
      if (exchange != null) {
        exchange.resendUnanswered();
      }
    }
  }

  void onTick() {
    items.forEach(item -> item.exchanges().onTick());
  }
}
