package trainer.core.message;

/**
 * Bytes that a worker's process has exchanged with pservers so far, framing included and handshakes
 * left out.
 */
public record Moved(long sent, long received) {
  public static final Moved NOTHING = new Moved(0, 0);

  /** The bytes exchanged since {@code before}. */
  public Moved since(Moved before) {
    return new Moved(sent - before.sent, received - before.received);
  }

  public Moved plus(Moved other) {
    return new Moved(sent + other.sent, received + other.received);
  }
}
