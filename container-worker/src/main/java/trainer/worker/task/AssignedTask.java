package trainer.worker.task;

import java.util.ArrayList;
import java.util.List;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.Staleness;

/** A task in progress, processed in steps of some blocks each, in order. */
public final class AssignedTask {
  private final long version;
  private final long slot;
  private final int phase;
  private final int stepBlocks;

  /**
   * Whether the task is one step, computed on one version, whose gradients must be admitted as a
   * share.
   */
  private final boolean versioned;

  private final List<List<FileBlocks>> steps;
  private int started;
  private int applied;
  private Metrics metrics = Metrics.NONE;
  private Staleness staleness = Staleness.NONE;

  AssignedTask(
      long version,
      long slot,
      int phase,
      int stepBlocks,
      boolean versioned,
      List<FileBlocks> blocks) {
    this.version = version;
    this.slot = slot;
    this.phase = phase;
    this.stepBlocks = stepBlocks;
    this.versioned = versioned;
    this.steps = cut(blocks, stepBlocks);
  }

  public long version() {
    return version;
  }

  /** The slot of the task. */
  public long slot() {
    return slot;
  }

  public int phase() {
    return phase;
  }

  public int stepBlocks() {
    return stepBlocks;
  }

  public boolean isVersioned() {
    return versioned;
  }

  boolean is(long ofVersion, long ofSlot) {
    return version == ofVersion && slot == ofSlot;
  }

  boolean hasStep() {
    return started < steps.size();
  }

  /** The blocks of the next step. */
  public List<FileBlocks> startStep() {
    return steps.get(started++);
  }

  /** Starts again from the first step, because the steps begun are void. */
  void restart() {
    started = 0;
  }

  /** Counts a step of this task that is applied everywhere. */
  public void onApplied(Metrics ofStep, Staleness whenBegun) {
    applied++;
    metrics = metrics.plus(ofStep);
    staleness = staleness.plus(whenBegun);
  }

  public boolean isDone() {
    return applied == steps.size();
  }

  /** The report to the master when the task is done. */
  FromWorker.TaskDone done(long line) {
    return new FromWorker.TaskDone(
        new Line(line), new Version(version), new Slot(slot), metrics, staleness);
  }

  @Override
  public String toString() {
    return "slot " + slot + " of version " + version;
  }

  private static List<List<FileBlocks>> cut(List<FileBlocks> all, int stepBlocks) {
    List<List<FileBlocks>> steps = new ArrayList<>();
    List<FileBlocks> step = new ArrayList<>();
    int room = stepBlocks;
    for (FileBlocks of : all) {
      List<Block> rest = of.blocks();
      while (!rest.isEmpty()) {
        int taken = Math.min(room, rest.size());
        step.add(new FileBlocks(of.file(), rest.subList(0, taken)));
        rest = rest.subList(taken, rest.size());
        room -= taken;
        if (room == 0) {
          steps.add(step);
          step = new ArrayList<>();
          room = stepBlocks;
        }
      }
    }
    if (!step.isEmpty()) {
      steps.add(step);
    }
    return steps;
  }
}
