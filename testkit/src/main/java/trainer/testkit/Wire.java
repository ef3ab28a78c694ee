package trainer.testkit;

import java.util.function.Consumer;

/**
 * A simulated TCP stream between two hosts. Messages arrive in order and once, after a delay. When
 * the stream breaks, those under way are lost, and both ends are notified.
 *
 * @param <A> messages from the first end
 * @param <B> messages from the second end
 */
public final class Wire<A, B> {
  private final Network network;
  private final End first;
  private final End second;
  private Consumer<A> toSecond = message -> {};
  private Consumer<B> toFirst = message -> {};
  private boolean broken;

  private static final class End {
    private final Host host;
    private Runnable onBroken = () -> {};
    private long lastArrival;

    End(Host host) {
      this.host = host;
    }
  }

  Wire(Network network, Host first, Host second) {
    this.network = network;
    this.first = new End(first);
    this.second = new End(second);
  }

  /** Sets the first end's handlers: of messages, and of the break of the stream. */
  public void onFirst(Consumer<B> told, Runnable onBroken) {
    toFirst = told;
    first.onBroken = onBroken;
  }

  /** Sets the second end's handlers: of messages, and of the break of the stream. */
  public void onSecond(Consumer<A> told, Runnable onBroken) {
    toSecond = told;
    second.onBroken = onBroken;
  }

  /** Sends a message from the first end. */
  public void sayFromFirst(A message) {
    deliver(first, second, () -> toSecond.accept(message));
  }

  /** Sends a message from the second end. */
  public void sayFromSecond(B message) {
    deliver(second, first, () -> toFirst.accept(message));
  }

  private void deliver(End from, End to, Runnable what) {
    if (broken || from.host.isDead()) {
      return;
    }
    long at = Math.max(to.lastArrival, network.arrival(from.host, to.host));
    to.lastArrival = at;
    network
        .schedule()
        .after(
            at - network.schedule().nanos(),
            () ->
                to.host.take(
                    () -> {
                      if (!broken) {
                        what.run();
                      }
                    }));
  }

  public Host first() {
    return first.host;
  }

  public Host second() {
    return second.host;
  }

  public boolean isBroken() {
    return broken;
  }

  /**
   * Breaks the stream: messages under way are lost, and each live end is notified a little later.
   */
  public void breakOff() {
    if (broken) {
      return;
    }
    broken = true;
    network.forget(this);
    tell(first, second);
    tell(second, first);
  }

  private void tell(End end, End other) {
    long delay = network.arrival(other.host, end.host) - network.schedule().nanos();
    network.schedule().after(delay, () -> end.host.take(end.onBroken));
  }
}
