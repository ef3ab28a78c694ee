package trainer.master.queue;

/** How many turns stand where. */
public record QueueCounts(long todo, long pending, long done, long discarded) {}
