package trainer.pserver.store;

/** Room for so many bytes. */
public final class CountedRoom implements MemoryBudget {
  private long left;

  public CountedRoom(long left) {
    this.left = left;
  }

  public void add(long bytes) {
    left += bytes;
  }

  @Override
  public boolean has(long bytes) {
    return bytes <= left;
  }

  @Override
  public boolean finds(long bytes) {
    return has(bytes);
  }

  @Override
  public void take(long bytes) {
    left -= bytes;
  }

  @Override
  public boolean hasForNow(long bytes) {
    return has(bytes);
  }
}
