package trainer.master.fleet;

/** The container size of a role's process. */
public record ContainerSize(int memoryMb, int vcores) {
  private static final double MORE = 1.5;

  /** This size, grown by half so many times, but not beyond {@code most}. */
  ContainerSize grown(int times, int most) {
    double grown = Math.min(most, Math.ceil(memoryMb * Math.pow(MORE, times)));
    // a limit below the configured size does not shrink it
    return new ContainerSize(Math.max(memoryMb, (int) grown), vcores);
  }

  /** Whether a container of the other size fits into one of this size. */
  boolean holds(ContainerSize other) {
    return memoryMb >= other.memoryMb && vcores >= other.vcores;
  }
}
