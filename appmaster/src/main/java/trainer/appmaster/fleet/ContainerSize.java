package trainer.appmaster.fleet;

/** What is asked for a role's process. */
public record ContainerSize(int memoryMb, int vcores) {
  /** Whether there is room in it for one of that size. */
  boolean holds(ContainerSize other) {
    return memoryMb >= other.memoryMb && vcores >= other.vcores;
  }
}
