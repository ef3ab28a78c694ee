package trainer.container.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * The flags that keep a JVM inside its container. Resident memory stays within the container's.
 * Virtual memory stays within YARN's default of 2.1 times that, from 512 MB up.
 *
 * <p>Beside the heap a process maps the following; of it some 150 MB become resident:
 *
 * <ul>
 *   <li>about 130 MB of the Java modules file;
 *   <li>a code cache, a class space and metaspace;
 *   <li>at most two malloc arenas of 64 MB;
 *   <li>the stacks of some 60 threads.
 * </ul>
 *
 * @param memoryMb the container's memory
 * @param vcores compute threads
 * @param quick whether to compile quickly rather than well: right for a process that lives briefly,
 *     or shares its cores with processes that compute
 * @param keeping whether objects in the heap are long-lived, like a pserver's rows: the young
 *     generation is then an eighth of the heap, where Java would take a third
 */
public record JvmSize(int memoryMb, int vcores, boolean quick, boolean keeping) {
  private static final int LEAST_BESIDE_HEAP_MB = 192;
  private static final int PARALLEL_FROM_MB = 2048;
  private static final int CLASS_SPACE_MB = 48;
  private static final int METASPACE_MB = 192;
  private static final int CODE_CACHE_MB = 64;
  private static final int NETTY_MB = 24;

  /**
   * Six times Java's thresholds for C2. With Java's own, C2 spends more on code that only starts a
   * process than on code that computes: 1.5 of 13 processor seconds of a job of ten wall seconds.
   */
  private static final List<String> C2_FOR_WHAT_IS_HOT =
      List.of(
          "-XX:Tier4InvocationThreshold=30000",
          "-XX:Tier4MinInvocationThreshold=3600",
          "-XX:Tier4CompileThreshold=90000",
          "-XX:Tier4BackEdgeThreshold=240000");

  /**
   * Five times Java's threshold for C1: most methods that a start calls 200 times are called less
   * than 1,000 times. Thresholds for loops are unchanged, so that training code is detected as
   * early as ever.
   */
  private static final String C1_FOR_WHAT_IS_CALLED_OFTEN = "-XX:Tier3InvocationThreshold=1000";

  /**
   * Thresholds for methods with loops, used without C2, which would otherwise depend on C1's
   * profiles.
   */
  private static final List<String> C1_FOR_LONG_LOOPS =
      List.of("-XX:Tier3MinInvocationThreshold=500", "-XX:Tier3CompileThreshold=10000");

  /** The size of a process that has its cores for itself. */
  public JvmSize(int memoryMb, int vcores) {
    this(memoryMb, vcores, false, false);
  }

  /** The same size, compiled quickly. */
  public JvmSize quickly() {
    return new JvmSize(memoryMb, vcores, true, keeping);
  }

  /** The same size for a heap of long-lived objects. */
  public JvmSize keepingMuch() {
    return new JvmSize(memoryMb, vcores, quick, true);
  }

  /** The largest heap, in MB. */
  public int heapMb() {
    int beside = Math.max(LEAST_BESIDE_HEAP_MB, memoryMb / 4);
    return Math.max(memoryMb * 3 / 8, memoryMb - beside);
  }

  /** The least memory of a container with a heap of {@code heapMb}, in MB. */
  public static long containerMb(long heapMb) {
    return Math.max(heapMb + LEAST_BESIDE_HEAP_MB, (heapMb * 4 + 2) / 3);
  }

  private int directMb() {
    return Math.max(32, memoryMb / 16);
  }

  /** The flags. */
  public List<String> flags() {
    int threads = Math.max(1, vcores);
    List<String> flags = new ArrayList<>();
    flags.add("-Xmx" + heapMb() + "m");
    flags.add("-Xss512k");
    if (keeping) {
      flags.add("-XX:NewRatio=7");
    }
    flags.add(C1_FOR_WHAT_IS_CALLED_OFTEN);
    if (quick) {
      flags.add("-XX:TieredStopAtLevel=1");
      flags.addAll(C1_FOR_LONG_LOOPS);
    } else {
      flags.addAll(C2_FOR_WHAT_IS_HOT);
    }
    if (memoryMb < PARALLEL_FROM_MB || threads == 1) {
      flags.add("-XX:+UseSerialGC");
    } else {
      flags.add("-XX:+UseParallelGC");
      flags.add("-XX:ParallelGCThreads=" + threads);
    }
    flags.add("-XX:ActiveProcessorCount=" + Math.max(2, threads));
    flags.add("-XX:MetaspaceSize=" + METASPACE_MB + "m"); // no collection for the first classes
    flags.add("-XX:MaxMetaspaceSize=" + METASPACE_MB + "m");
    flags.add("-XX:CompressedClassSpaceSize=" + CLASS_SPACE_MB + "m");
    flags.add("-XX:ReservedCodeCacheSize=" + CODE_CACHE_MB + "m");
    flags.add("-XX:MaxDirectMemorySize=" + directMb() + "m");
    flags.add("-XX:+ExitOnOutOfMemoryError");
    flags.add("-Dio.grpc.netty.shaded.io.netty.maxDirectMemory=" + (NETTY_MB << 20));
    return flags;
  }
}
