package trainer.master.queue;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.fact.QueueChange;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.Metrics;
import trainer.core.random.SplitMix64;

/** What a dealer chooses is what looking at every slot of its window would choose. */
class LocalityTest {
  private static final int WINDOW = 1024;

  /** Who had which task last, and where tasks lie. */
  private static final class Known implements Locality {
    private final int[] last;
    private final int hosts;

    Known(int tasks, int hosts) {
      this.last = new int[tasks];
      this.hosts = hosts;
      Arrays.fill(last, NOBODY);
    }

    @Override
    public int lastWorker(int task) {
      return last[task];
    }

    @Override
    public List<String> hosts(int task) {
      return hosts == 0 ? List.of() : List.of("h" + task % hosts, "h" + (task + 1) % hosts);
    }
  }

  @Test
  void choosesAsAScanWould() {
    for (int seed = 0; seed < 24; seed++) {
      SplitMix64 random = new SplitMix64(seed);
      int tasks = seed % 12 == 0 ? 2_500 : 1 + random.below(40);
      play(random, tasks, random.below(3) * 7, 1 + random.below(seed % 12 == 0 ? 200 : 5));
    }
  }

  private static void play(SplitMix64 random, int tasks, int hosts, int workers) {
    QueueHistory book = new QueueHistory();
    book.on(new QueueChange.Opened(new Version(1), tasks, 3));
    TaskQueue queue = book.queue();
    TaskSchedule order = new TaskSchedule(11, tasks);
    Known known = new Known(tasks, hosts);
    TaskSelector dealer = new TaskSelector(queue, order, known);
    while (!queue.isOver()) {
      int index = random.below(workers);
      TaskRequest asker = new TaskRequest(new Incarnation(index + 1L), index, "h" + index);
      if (random.below(20) == 0 && !queue.held(new Incarnation(index + 1L)).isEmpty()) {
        book.on(
            new QueueChange.Returned(
                new Slot(queue.held(new Incarnation(index + 1L)).get(0)), QueueChange.Cause.LOST));
        continue;
      }
      boolean fresh = queue.taken().isEmpty();
      long right = fresh && queue.hasTodo() ? scan(queue, order, known, asker) : -1;
      dealer.select(asker, 1, false, IntSet.of());
      if (right >= 0) {
        assertThat(dealer.work()).containsExactly(right);
      }
      for (long slot : List.copyOf(dealer.work())) {
        book.on(new QueueChange.Given(asker.incarnation(), List.of(slot)));
        known.last[order.task(slot)] = slot == right ? index : known.last[order.task(slot)];
      }
      if (random.below(3) > 0) {
        List.copyOf(queue.held(asker.incarnation()))
            .forEach(slot -> book.on(new QueueChange.Done(new Slot(slot), Metrics.NONE)));
      }
    }
    assertThat(queue.done()).isEqualTo(3L * tasks);
  }

  private static long scan(TaskQueue queue, TaskSchedule order, Known known, TaskRequest asker) {
    long best = -1;
    int highest = -1;
    long end = Math.min(queue.slotCount(), queue.next() + WINDOW);
    for (long slot = queue.next(); slot < end; slot++) {
      if (!queue.isFresh(slot) || (best >= 0 && order.pass(slot) != order.pass(best))) {
        continue;
      }
      int task = order.task(slot);
      int near = known.hosts(task).contains(asker.host()) ? 1 : 0;
      near = known.last[task] == asker.number() ? 2 : near;
      if (near > highest) {
        highest = near;
        best = slot;
      }
    }
    return best;
  }
}
