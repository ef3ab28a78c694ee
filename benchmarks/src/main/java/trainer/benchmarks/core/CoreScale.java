package trainer.benchmarks.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import trainer.master.report.ReportJson;

/**
 * Decisions per second of a master's core, the cost of each kind of event, and the memory used, by
 * workers and blocks.
 *
 * <p>{@code CoreScale [versions [workers,pservers,blocks,minibatch[,tasks held] …]]}; a job of
 * tasks always plays two passes, regardless of the versions.
 */
public final class CoreScale {
  private static final long MOST = TimeUnit.SECONDS.toNanos(10);
  private static final List<Size> SIZES =
      List.of(
          new Size(100, 32, 1_000_000, 3_334, 0),
          new Size(500, 32, 1_000_000, 3_334, 0),
          new Size(2_000, 32, 10_000, 3_334, 0),
          new Size(2_000, 32, 100_000, 3_334, 0),
          new Size(2_000, 32, 1_000_000, 64, 0),
          new Size(2_000, 32, 1_000_000, 3_334, 0),
          new Size(100, 32, 1_000_000, 2_000, 100),
          new Size(2_000, 32, 100_000, 2_000, 5),
          new Size(2_000, 32, 1_000_000, 2_000, 1),
          new Size(2_000, 32, 1_000_000, 2_000, 5));

  private CoreScale() {}

  /** Prints one section for each size. */
  public static void main(String[] arguments) {
    int versions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
    List<Size> sizes = new ArrayList<>();
    for (int i = 1; i < arguments.length; i++) {
      sizes.add(size(arguments[i]));
    }
    for (Size size : sizes.isEmpty() ? SIZES : sizes) {
      run(size, versions);
    }
  }

  private static Size size(String text) {
    String[] numbers = text.split(",", -1);
    return new Size(
        Integer.parseInt(numbers[0]),
        Integer.parseInt(numbers[1]),
        Integer.parseInt(numbers[2]),
        Integer.parseInt(numbers[3]),
        numbers.length > 4 ? Integer.parseInt(numbers[4]) : 0);
  }

  private static void run(Size size, int versions) {
    System.out.println("\n" + size);
    long empty = used();
    DrivenCore core = new DrivenCore(size).cut();
    long cut = used();
    core.gather();
    long gathered = used();
    section("the beginning", core);
    System.out.printf(
        Locale.ROOT,
        "memory: the input %,d kB, %,d bytes a block; members and what they hold %,d kB, %,d bytes"
            + " a member, the played world included%n",
        (cut - empty) >> 10,
        (cut - empty) / size.blocks(),
        (gathered - cut) >> 10,
        (gathered - cut) / (size.workers() + size.pservers()));
    if (size.isAsync()) {
      passes(core, size.blocks());
    } else {
      core.train(versions / 10 + 1, MOST / 4);
      core.meter().clear();
      core.train(versions, MOST);
      section("training", core);
    }
    int dying = Math.min(10, size.workers() / 4);
    if (dying > 0) {
      core.lose(dying);
      section(dying + " workers die, one every second", core);
    }
    core.loseAll();
    section("all workers die at once", core);
    view(core);
    core.end();
    section("the end", core);
  }

  /** The first pass assigns by the places of blocks; later ones also by the previous assignment. */
  private static void passes(DrivenCore core, int tasks) {
    core.tasks(tasks);
    section("the first pass", core);
    core.tasks(tasks);
    section("the second pass", core);
  }

  private static void section(String name, DrivenCore core) {
    Meter meter = core.meter();
    System.out.printf(
        Locale.ROOT,
        "%s: %,d events in %,.1f ms: %,d a second, %,d bytes each%n%s",
        name,
        meter.events(),
        meter.nanos() / 1e6,
        meter.events() * 1_000_000_000L / meter.nanos(),
        meter.bytes() / meter.events(),
        meter.table());
    meter.clear();
  }

  private static void view(DrivenCore core) {
    long began = System.nanoTime();
    String report = ReportJson.of(core.view(), 0);
    System.out.printf(
        Locale.ROOT,
        "the report: %,d bytes in %,.1f ms%n",
        report.getBytes(StandardCharsets.UTF_8).length,
        (System.nanoTime() - began) / 1e6);
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
