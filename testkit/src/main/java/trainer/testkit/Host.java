package trainer.testkit;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * What a simulated process stands on: it can be stopped for a while (SIGSTOP), in which whatever
 * comes waits, and it can die, after which nothing reaches it any more.
 */
public final class Host {
  private final String name;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final Schedule schedule;
  private boolean dead;
  private long pausedUntil;

  public Host(String name, Schedule schedule) {
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

  /** Stops it for {@code millis}. */
  public void pause(long millis) {
    pausedUntil = Math.max(pausedUntil, schedule.nanos() + millis * 1_000_000);
    schedule.afterMillis(millis, this::wake);
  }

  /** Lets it do something after a delay of its own. */
  public void after(long nanos, Runnable what) {
    schedule.after(nanos, () -> take(what));
  }

  /** {@link #after} in milliseconds. */
  public void afterMillis(long millis, Runnable what) {
    after(millis * 1_000_000, what);
  }

  /** Something reaches it now: done at once, kept while it is stopped, lost when it is dead. */
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
