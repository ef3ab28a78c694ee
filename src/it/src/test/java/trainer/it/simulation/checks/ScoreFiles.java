package trainer.it.simulation.checks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import trainer.core.digest.Sha256;
import trainer.core.id.Slot;
import trainer.core.message.Evaluation;
import trainer.core.message.OutputFile;
import trainer.core.message.ScoreId;
import trainer.it.simulation.scenario.FakeModel;

/**
 * The files of a scoring job: the folder in which workers write, and the output that a rename makes
 * of it. As on HDFS, an open file moves with its folder, and a file that is deleted cannot be
 * closed.
 */
public final class ScoreFiles {
  /** A file of a worker. The rows of a task are its blocks. */
  public static final class File {
    private final String name;
    private final List<OutputFile.Task> tasks = new ArrayList<>();
    private final Map<Long, List<Integer>> rows = new LinkedHashMap<>();
    private Evaluation evaluation = Evaluation.NONE;
    private boolean isDeleted;
    private OutputFile closed;

    private File(String name) {
      this.name = name;
    }

    /** Appends the rows of a task. */
    public void append(OutputFile.Task task, List<Integer> blocks, Evaluation of) {
      tasks.add(task);
      rows.put(task.slot().number(), blocks);
      evaluation = evaluation.plus(of);
    }

    /** The number of tasks in it. */
    public int size() {
      return tasks.size();
    }

    /** Closes it. Returns its description, or null if it was deleted. */
    public OutputFile close() {
      if (!isDeleted) {
        long bytes = tasks.stream().mapToLong(OutputFile.Task::rows).sum() * 10;
        closed = new OutputFile(name, bytes, Sha256.hex(name + rows), tasks, evaluation);
      }
      return closed;
    }

    OutputFile closed() {
      return closed;
    }

    Map<Long, List<Integer>> rows() {
      return rows;
    }
  }

  private final Map<String, Long> workers = new TreeMap<>();
  private Map<String, File> folder;
  private Map<String, File> output;
  private List<OutputFile> manifest;

  /** The rows of a task. */
  public static OutputFile.Task task(long slot, List<Integer> blocks) {
    long records = blocks.stream().mapToLong(FakeModel::records).sum();
    return new OutputFile.Task(new Slot(slot), records, Sha256.hex(blocks.toString()));
  }

  /** A worker makes the folder, unless it is there. */
  public void makeFolder() {
    if (folder == null) {
      folder = new TreeMap<>();
    }
  }

  /** A worker creates a file. Returns null without a folder, or if the name is taken. */
  public File create(String name, long worker) {
    if (folder == null || folder.containsKey(name)) {
      return null;
    }
    File file = new File(name);
    folder.put(name, file);
    workers.put(name, worker);
    return file;
  }

  /** The incarnation that has created a file of this name, 0 if none has. */
  long worker(String name) {
    return workers.getOrDefault(name, 0L);
  }

  /** Whether the folder has these files, each as its worker has closed it. */
  public boolean hasInFolder(List<OutputFile> files) {
    return folder != null && files.stream().allMatch(file -> isIn(folder, file));
  }

  static boolean isIn(Map<String, File> place, OutputFile file) {
    File there = place.get(file.name());
    return there != null && file.equals(there.closed);
  }

  /** Deletes the files of the folder that do not count. Returns how many they are. */
  public int sweepFolder(List<OutputFile> counting) {
    return sweep(folder, counting);
  }

  /** Deletes the files of the output that do not count. Returns how many they are. */
  public int sweepOutput(List<OutputFile> counting) {
    return sweep(output, counting);
  }

  private static int sweep(Map<String, File> place, List<OutputFile> counting) {
    if (place == null) {
      return 0;
    }
    Set<String> others = new HashSet<>(place.keySet());
    counting.forEach(file -> others.remove(file.name()));
    others.forEach(name -> place.remove(name).isDeleted = true);
    return others.size();
  }

  /** Renames the folder to the output. Returns false without a folder, or if the output exists. */
  public boolean rename(List<OutputFile> counting) {
    if (folder == null || output != null) {
      return false;
    }
    output = folder;
    folder = null;
    manifest = counting;
    return true;
  }

  /** Whether the output is in its place. */
  public boolean isPublished() {
    return output != null;
  }

  /** The score id in the manifest of the output. */
  public String scoreId() {
    return ScoreId.of(manifest);
  }

  /** The files that the manifest of the output names. */
  public List<OutputFile> manifest() {
    return manifest;
  }

  /** The files of the output. */
  Map<String, File> output() {
    return output;
  }

  /** The job is over: deletes the folder. */
  public void clear() {
    sweep(folder, List.of());
    folder = null;
  }
}
