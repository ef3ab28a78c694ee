package trainer.master.queue;

/** The number of slots in each state. */
public record QueueCounts(long todo, long pending, long done, long discarded) {}
