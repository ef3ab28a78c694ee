package trainer.worker.api;

/**
 * The place of pushed gradients at the lanes: a share of a version, or an update.
 *
 * @param number the number of the share, or of the update
 * @param shares the shares of the mini-batch, or {@link #UPDATE}
 */
public record PushTarget(long line, long version, int number, int shares) {
  /** The number of shares of an update, which is applied on arrival. */
  private static final int UPDATE = 0;

  /** The place of an update. */
  public static PushTarget update(long line, long version, int number) {
    return new PushTarget(line, version, number, UPDATE);
  }

  /** Whether the gradients are an update and no share. */
  public boolean isUpdate() {
    return shares == UPDATE;
  }
}
