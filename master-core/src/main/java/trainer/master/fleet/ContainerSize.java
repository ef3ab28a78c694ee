package trainer.master.fleet;

/** What is asked for a role's process. */
public record ContainerSize(int memoryMb, int vcores) {
  private static final double MORE = 1.5;

  /** The same with half as much memory more, so many times, but not more than {@code most}. */
  ContainerSize grown(int times, int most) {
    double grown = Math.min(most, Math.ceil(memoryMb * Math.pow(MORE, times)));
    return new ContainerSize(Math.max(memoryMb, (int) grown), vcores);
  }

  /** Whether there is room in it for one of that size. */
  boolean holds(ContainerSize other) {
    return memoryMb >= other.memoryMb && vcores >= other.vcores;
  }
}
