package trainer.pserver.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeapBudgetTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** A heap of 1000 bytes, of which so many are in use and so many garbage. */
  private static final class SmallHeap implements HeapBudget.Heap {
    private long live;
    private long garbage;
    private long left;
    private long collections;
    private long now;
    private long takes;

    @Override
    public long used() {
      return live + garbage;
    }

    @Override
    public long size() {
      return 1000;
    }

    @Override
    public long remaining() {
      return left;
    }

    @Override
    public long collections() {
      return collections;
    }

    @Override
    public void collect() {
      garbage = 0;
      left = live;
      collections++;
      now += takes;
    }
  }

  private final SmallHeap heap = new SmallHeap();
  private final HeapBudget room = new HeapBudget(heap, () -> heap.now);

  private void grow(long bytes) {
    room.take(bytes);
    heap.live += bytes;
  }

  @Test
  void growthEndsBeforeTheHeapIsFull() {
    int grown = 0;
    while (room.finds(50)) {
      grow(50);
      grown += 50;
      heap.now += 100 * SECOND;
    }
    assertThat(grown).isEqualTo(850);
    assertThat(room.hasForNow(100)).as("the rest is for what comes and goes").isTrue();
    assertThat(room.hasForNow(101)).isFalse();
  }

  @Test
  void garbageIsNoReasonToDenyRoom() {
    grow(500);
    heap.garbage = 450;
    assertThat(room.has(100)).as("nobody has looked").isFalse();
    assertThat(room.finds(100)).isTrue();
    heap.garbage = 490;
    assertThat(room.has(100)).as("it is known what is in use").isTrue();
  }

  @Test
  void memoryTakenSinceTheLastCollectionCounts() {
    heap.live = 600;
    heap.collect();
    heap.garbage = 390;
    grow(200);
    assertThat(room.has(50)).isTrue();
    assertThat(room.has(51)).isFalse();
  }

  @Test
  void memoryGivenBackIsSeenSoon() {
    grow(850);
    assertThat(room.finds(1)).isFalse();
    heap.live -= 400;
    heap.garbage += 400;
    assertThat(room.finds(1)).as("too soon to look again").isFalse();
    heap.now += 6 * SECOND;
    assertThat(room.finds(1)).isTrue();
  }

  @Test
  void lookingTakesATwentiethOfTheTimeAtMost() {
    grow(1000);
    heap.takes = 2 * SECOND;
    long before = heap.now;
    for (int attempt = 0; attempt < 1000; attempt++) {
      assertThat(room.finds(1)).isFalse();
      heap.now += SECOND / 2;
    }
    long looking = heap.collections * heap.takes;
    assertThat(looking).isBetween((heap.now - before) / 25, (heap.now - before) / 20);
  }

  @Test
  void aRealHeapIsKnown() {
    JavaHeap real = new JavaHeap();
    long before = real.collections();
    byte[] kept = new byte[8 << 20];
    real.collect();
    assertThat(real.collections()).isGreaterThan(before);
    assertThat(real.remaining()).isBetween(8L << 20, real.size());
    assertThat(real.used()).isGreaterThan(8L << 20);
    assertThat(kept).hasSize(8 << 20);
  }
}
