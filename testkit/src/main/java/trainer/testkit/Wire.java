package trainer.testkit;

import java.util.function.Consumer;

/**
 * A stream between two hosts as TCP gives it: what is sent arrives in order and once, after a
 * delay, or not at all when the stream breaks first; then both ends hear of it.
 *
 * @param <A> what the first end says
 * @param <B> what the second end says
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

  /** What the first end does with what it is told, and when the stream is broken. */
  public void onFirst(Consumer<B> told, Runnable onBroken) {
    toFirst = told;
    first.onBroken = onBroken;
  }

  /** What the second end does with what it is told, and when the stream is broken. */
  public void onSecond(Consumer<A> told, Runnable onBroken) {
    toSecond = told;
    second.onBroken = onBroken;
  }

  /** The first end says something. */
  public void sayFromFirst(A message) {
    deliver(first, second, () -> toSecond.accept(message));
  }

  /** The second end says something. */
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

  /** Breaks it: what is under way is lost, and each end that lives hears of it a little later. */
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
