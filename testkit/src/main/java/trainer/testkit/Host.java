package trainer.testkit;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The host of a simulated process. It can be paused (SIGSTOP): events then wait. It can die: events
 * are then lost.
 */
public final class Host {
  private final String name;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final SeededSchedule schedule;
  private boolean dead;
  private long pausedUntil;

  public Host(String name, SeededSchedule schedule) {
    this.name = name;
    this.schedule = schedule;
  }

  public String name() {
    return name;
  }

  public boolean isDead() {
    return dead;
  }

  public void die() {
    dead = true;
    waiting.clear();
  }

  public boolean isPaused() {
    return schedule.nanos() < pausedUntil;
  }

  /** Pauses it for {@code millis}. */
  public void pause(long millis) {
    pausedUntil = Math.max(pausedUntil, schedule.nanos() + millis * 1_000_000);
    schedule.afterMillis(millis, this::wake);
  }

  /** Runs a task on it after a delay. */
  public void after(long nanos, Runnable what) {
    schedule.after(nanos, () -> take(what));
  }

  /** {@link #after} in milliseconds. */
  public void afterMillis(long millis, Runnable what) {
    after(millis * 1_000_000, what);
  }

  /** An event now: handled at once, kept while the host is paused, lost when it is dead. */
  public void take(Runnable what) {
    if (dead) {
      return;
    }
    if (isPaused() || !waiting.isEmpty()) {
      waiting.add(what);
    } else {
      what.run();
    }
  }

  private void wake() {
    while (!dead && !isPaused() && !waiting.isEmpty()) {
      waiting.poll().run();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
