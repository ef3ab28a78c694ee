package trainer.appmaster.fleet;

/** What is asked for a role's process. */
public record ContainerSize(int memoryMb, int vcores) {}
