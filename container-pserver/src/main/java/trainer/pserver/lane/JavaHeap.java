package trainer.pserver.lane;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Arrays;

/**
 * This JVM's heap, measured by its old generation: lasting memory moves there, and only its usage
 * after a full collection is known.
 */
public final class JavaHeap implements HeapBudget.Heap {
  private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
  private final MemoryPoolMXBean old;
  private final GarbageCollectorMXBean collector;

  public JavaHeap() {
    this.old =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("a heap without an old generation"));
    // collectors of the young generation alone come first
    this.collector =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(one -> Arrays.asList(one.getMemoryPoolNames()).contains(old.getName()))
            .reduce((before, after) -> after)
            .orElseThrow();
  }

  @Override
  public long used() {
    return memory.getHeapMemoryUsage().getUsed();
  }

  @Override
  public long size() {
    MemoryUsage usage = old.getUsage();
    return usage.getMax() < 0 ? Runtime.getRuntime().maxMemory() : usage.getMax();
  }

  @Override
  public long remaining() {
    MemoryUsage usage = old.getCollectionUsage();
    return usage == null ? 0 : usage.getUsed();
  }

  @Override
  public long collections() {
    return collector.getCollectionCount();
  }

  @Override
  public void collect() {
    memory.gc();
  }
}
