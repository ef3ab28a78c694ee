package trainer.worker.run;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;

/**
 * The current link to each lane, and the delay before the next attempt: none after a connection
 * that worked, then from 20 ms doubling to a second.
 *
 * <p>Confined to the tasks of the loop. Links report to {@code out} on their own threads; {@link
 * #onEvent} distinguishes the current link of a lane from those given up.
 */
final class Lanes {
  private static final Duration FIRST_DELAY = Duration.ofMillis(20);
  private static final Duration MOST_DELAY = Duration.ofSeconds(1);
  private static final long PING_INTERVAL = Duration.ofSeconds(1).toNanos();

  private final Function<LaneId, LaneLink.Opening> openings;
  private final long silence;
  private final BiConsumer<LaneLink, WorkerEvent> out;
  private final Consumer<Throwable> fatal;
  private final Map<LaneId, LaneLink> links = new HashMap<>();
  private final Map<LaneId, Duration> delays = new HashMap<>();

  /**
   * @param silence the time without traffic after which a link is given up
   */
  Lanes(
      Function<LaneId, LaneLink.Opening> openings,
      Duration silence,
      BiConsumer<LaneLink, WorkerEvent> out,
      Consumer<Throwable> fatal) {
    this.openings = openings;
    this.silence = silence.toNanos();
    this.out = out;
    this.fatal = fatal;
  }

  /**
   * Follows an event of a link.
   *
   * @return false for a link that was given up: its event counts no more
   */
  boolean onEvent(LaneLink link, WorkerEvent event) {
    if (links.get(link.lane()) != link) {
      return false;
    }
    if (event instanceof WorkerEvent.Connected) {
      delays.remove(link.lane());
    } else if (event instanceof WorkerEvent.Lost) {
      links.remove(link.lane());
    }
    return true;
  }

  void connect(LaneId lane) {
    Duration delay = delays.getOrDefault(lane, Duration.ZERO);
    Duration next = delay.isZero() ? FIRST_DELAY : delay.multipliedBy(2);
    delays.put(lane, next.compareTo(MOST_DELAY) < 0 ? next : MOST_DELAY);
    LaneLink link = new LaneLink(lane, openings.apply(lane), delay, fatal, out);
    links.put(lane, link);
    link.start();
  }

  void disconnect(LaneId lane) {
    LaneLink link = links.remove(lane);
    delays.remove(lane);
    if (link != null) {
      link.close();
    }
  }

  void write(LaneId lane, LaneLink.Writing writing) {
    LaneLink link = links.get(lane);
    if (link != null) {
      link.write(writing);
    }
  }

  /** Pings all lanes, and gives up links whose other end is silent. */
  void checkSilence(long now) {
    links
        .values()
        .forEach(link -> link.checkSilence(now, Math.min(PING_INTERVAL, silence / 2), silence));
  }

  /** For a failpoint: see {@link LaneLink#awaitPushed}. */
  void awaitPushed(LaneId lane) {
    LaneLink link = links.get(lane);
    if (link != null) {
      link.awaitPushed();
    }
  }

  void close() {
    links.values().forEach(LaneLink::close);
    links.clear();
  }
}
