package trainer.master.queue;

/** What a worker that asks for tasks is answered. */
public enum TaskReply {
  /** Here are some. */
  WORK,
  /** Not now: what others hold may come back. */
  WAIT,
  /** Every task is done, or given up. */
  NO_MORE
}
