package trainer.worker.output;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trainer.core.failure.Failure;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.OutputFile;
import trainer.core.message.ToWorker;

/**
 * The tasks of a worker of a job that trains nothing, and the messages about them. A task is
 * waiting, then it is computed, then its rows are in the open file, then in a closed one.
 *
 * <p>A master that has lost its stream to this worker, or a new master, sends all tasks that the
 * worker still holds. The worker answers again what it has answered before: a task in the open file
 * is done, and a closed file is written. It drops the tasks that are not named.
 *
 * <p>Pure: it has no clock and no thread. Its callers share it under one lock.
 */
public final class ScoringTasks {
  /** The newest files, which are reported again; the reports of older ones arrived long ago. */
  private static final int REMEMBERED = 64;

  private final Map<Long, ToWorker.Task> waiting = new LinkedHashMap<>();
  private final Map<Long, ToWorker.Task> computing = new LinkedHashMap<>();
  private final Map<Long, ToWorker.Task> inFile = new LinkedHashMap<>();
  private final List<OutputFile> written = new ArrayList<>();
  private final Set<Long> dropped = new HashSet<>();
  private Line line = Line.NONE;
  private Version version = new Version(0);

  /** The master gives tasks. Returns the messages that answer for tasks known already. */
  public List<FromMember> onAssigned(ToWorker.AssignTasks message) {
    line = message.line();
    version = message.version();
    Set<Long> named = new HashSet<>();
    message.tasks().forEach(task -> named.add(task.slot().number()));
    if (message.whole()) {
      waiting.keySet().retainAll(named);
      computing.keySet().stream().filter(slot -> !named.contains(slot)).forEach(dropped::add);
    }
    List<FromMember> answers = new ArrayList<>();
    Set<String> reported = new HashSet<>();
    for (ToWorker.Task task : message.tasks()) {
      long slot = task.slot().number();
      dropped.remove(slot);
      Optional<OutputFile> file = message.whole() ? fileOf(slot) : Optional.empty();
      if (inFile.containsKey(slot)) {
        answers.add(done(slot, 0));
      } else if (file.isPresent()) {
        if (reported.add(file.get().name())) {
          answers.add(new FromWorker.FileWritten(line, version, file.get()));
        }
      } else if (!computing.containsKey(slot)) {
        waiting.put(slot, task);
        fileOf(slot).ifPresent(written::remove); // it was void, or the task would not be given
      }
    }
    return answers;
  }

  private Optional<OutputFile> fileOf(long slot) {
    return written.stream()
        .filter(file -> file.tasks().stream().anyMatch(task -> task.slot().number() == slot))
        .findFirst();
  }

  /** The next task to compute; empty if none waits. */
  public Optional<ToWorker.Task> next() {
    if (waiting.isEmpty()) {
      return Optional.empty();
    }
    ToWorker.Task task = waiting.values().iterator().next();
    waiting.remove(task.slot().number());
    computing.put(task.slot().number(), task);
    return Optional.of(task);
  }

  /**
   * A task is computed.
   *
   * @return whether its rows are wanted: the master has not taken it back
   */
  public boolean onComputed(ToWorker.Task task) {
    long slot = task.slot().number();
    computing.remove(slot);
    if (dropped.remove(slot)) {
      return false;
    }
    inFile.put(slot, task);
    return true;
  }

  /** The message that the rows of a task are in the open file. */
  public FromWorker.TaskDone done(long slot, long rows) {
    Metrics metrics = new Metrics(rows, Metrics.NONE.loss(), Metrics.NONE.tally());
    return new FromWorker.TaskDone(line, version, new Slot(slot), metrics);
  }

  /** A task failed. Returns the message about it; empty if the master has taken it back. */
  public Optional<FromMember> onFailed(ToWorker.Task task, int block, Failure failure) {
    computing.remove(task.slot().number());
    return dropped.remove(task.slot().number())
        ? Optional.empty()
        : Optional.of(new FromWorker.TaskFailed(line, version, task.slot(), block, failure));
  }

  /** The open file is closed. Returns the message about it. */
  public FromMember onWritten(OutputFile file) {
    file.tasks().forEach(task -> inFile.remove(task.slot().number()));
    written.add(file);
    if (written.size() > REMEMBERED) {
      written.remove(0);
    }
    return new FromWorker.FileWritten(line, version, file);
  }

  /** The open file is lost: its tasks are computed again, before all others. */
  public void onFileLost() {
    waitFirst(inFile);
    inFile.clear();
  }

  /**
   * The first rows of a task that is computed are lost: it is computed again, before all others.
   */
  public void onRowsLost(ToWorker.Task task) {
    long slot = task.slot().number();
    computing.remove(slot);
    if (!dropped.remove(slot)) {
      waitFirst(Map.of(slot, task));
    }
  }

  private void waitFirst(Map<Long, ToWorker.Task> again) {
    Map<Long, ToWorker.Task> behind = new LinkedHashMap<>(waiting);
    waiting.clear();
    waiting.putAll(again);
    waiting.putAll(behind);
  }

  /** Whether no task waits, and none is computed that the master still wants. */
  public boolean isIdle() {
    return waiting.isEmpty() && dropped.containsAll(computing.keySet());
  }
}
