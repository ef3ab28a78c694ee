package trainer.appmaster.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.message.TimeSpent;
import trainer.core.message.TimeSpent.Phase;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

/**
 * How slow each worker was in the newest mini-batches. A row stands for a worker, or for several if
 * there are more workers than rows. A column stands for the mini-batches that ended between two
 * samples. Confined to its owner.
 *
 * <p>A cell is a character. A digit d says that a mini-batch took the row's slowest worker {@code
 * 2^(d/3)} times as long as the median worker to read, compute and push; 0 is the median or faster,
 * 9 eight times or slower. {@code x} says that a worker of the row was lost, a point that it
 * finished nothing.
 */
final class HeatStrip {
  private static final int COLUMNS = 60;
  private static final int ROWS = 200;
  private static final char LOST = 'x';
  private static final char NOTHING = '.';
  private static final List<Phase> BUSY = List.of(Phase.READ, Phase.COMPUTE, Phase.PUSH);

  private record Column(long sequence, long at, long from, long to, String cells) {}

  /**
   * The last reading of a worker's times.
   *
   * @param base the times when it had last finished something
   * @param seconds of a mini-batch in the last column; NaN if it had finished none
   */
  private record Reading(Incarnation process, TimeSpent base, TimeSpent spent, double seconds) {}

  private final Deque<Column> columns = new ArrayDeque<>();
  private Map<Integer, Reading> readings = new TreeMap<>();
  private int workersPerRow = 1;
  private long version;

  /**
   * Takes the newest view. Adds a column if some worker has finished something since the last one.
   *
   * @param sequence the number of the change that adds it
   * @param now epoch milliseconds
   */
  void sample(long sequence, JobView view, long now) {
    Map<Integer, ProcessesView.Member> workers = workers(view);
    if (workers.entrySet().stream().noneMatch(this::hasFinished)) {
      return;
    }
    Map<Integer, Reading> next = new TreeMap<>();
    workers.forEach((index, worker) -> next.put(index, read(readings.get(index), worker)));
    addColumn(sequence, now, view, next);
    readings = next;
    version = view.version();
  }

  /** The present workers by index. */
  private static Map<Integer, ProcessesView.Member> workers(JobView view) {
    Map<Integer, ProcessesView.Member> workers = new TreeMap<>();
    for (ProcessesView.Member one : view.processes().members()) {
      if (one.role() == Role.WORKER && one.why().isEmpty()) {
        workers.put(one.index(), one);
      }
    }
    return workers;
  }

  private boolean hasFinished(Map.Entry<Integer, ProcessesView.Member> worker) {
    Reading before = readings.get(worker.getKey());
    boolean isKnown =
        before != null && before.process.equals(worker.getValue().instance().incarnation());
    long finished = worker.getValue().load().spent().finished();
    return finished > (isKnown ? before.base.finished() : 0);
  }

  private static Reading read(Reading before, ProcessesView.Member worker) {
    Incarnation process = worker.instance().incarnation();
    TimeSpent spent = worker.load().spent();
    if (before == null || !before.process.equals(process)) {
      return new Reading(process, spent, spent, seconds(spent));
    }
    if (spent.equals(before.spent)) {
      return before; // no heartbeat since
    }
    if (spent.finished() == before.base.finished()) {
      return new Reading(process, before.base, spent, Double.NaN);
    }
    return new Reading(process, spent, spent, seconds(spent.since(before.base)));
  }

  /** Seconds of a mini-batch, waits for others left out; NaN if none was finished. */
  private static double seconds(TimeSpent grown) {
    return grown.finished() <= 0
        ? Double.NaN
        : BUSY.stream().mapToLong(grown::in).sum() / 1e9 / grown.finished();
  }

  private void addColumn(long sequence, long now, JobView view, Map<Integer, Reading> next) {
    Set<Incarnation> dead =
        view.processes().members().stream()
            .filter(one -> one.state().equals("dead"))
            .map(one -> one.instance().incarnation())
            .collect(Collectors.toSet());
    int workers = 1 + Math.max(last(next), last(readings));
    int perRow = (workers + ROWS - 1) / ROWS;
    if (perRow != workersPerRow) {
      workersPerRow = perRow;
      columns.clear();
    }
    double[] sorted =
        next.values().stream()
            .mapToDouble(Reading::seconds)
            .filter(seconds -> !Double.isNaN(seconds))
            .sorted()
            .toArray();
    double median = sorted.length == 0 ? Double.NaN : sorted[(sorted.length - 1) / 2];
    StringBuilder cells = new StringBuilder();
    for (int first = 0; first < workers; first += perRow) {
      char cell = NOTHING;
      for (int index = first; index < Math.min(workers, first + perRow); index++) {
        Reading before = readings.get(index);
        boolean isLost = before != null && dead.contains(before.process);
        cell = worse(cell, isLost ? LOST : cell(next.get(index), median));
      }
      cells.append(cell);
    }
    long to = view.version();
    columns.addLast(new Column(sequence, now, Math.min(version + 1, to), to, cells.toString()));
    if (columns.size() > COLUMNS) {
      columns.removeFirst();
    }
  }

  private static int last(Map<Integer, Reading> workers) {
    return workers.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  private static char cell(Reading now, double median) {
    if (now == null || Double.isNaN(now.seconds)) {
      return NOTHING;
    }
    double level = Math.floor(3 * Math.log(now.seconds / median) / Math.log(2));
    return (char) ('0' + (int) Math.max(0, Math.min(9, level)));
  }

  /** The points, digits and letters of cells ascend in this order. */
  private static char worse(char one, char other) {
    return (char) Math.max(one, other);
  }

  boolean isNewerThan(long sequence) {
    return !columns.isEmpty() && columns.getLast().sequence > sequence;
  }

  /** The columns that came after a change, the oldest first. */
  ObjectNode since(long sequence) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("workersPerRow", workersPerRow);
    ArrayNode array = json.putArray("columns");
    for (Column column : columns) {
      if (column.sequence > sequence) {
        ObjectNode one = array.addObject();
        one.put("at", column.at);
        one.put("from", column.from);
        one.put("to", column.to);
        one.put("cells", column.cells);
      }
    }
    return json;
  }
}
