package trainer.master.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import trainer.core.job.Role;
import trainer.core.message.StoredRows;
import trainer.master.job.api.ProcessesView;

/**
 * The processes of a job, each with its container, a page at a time. Rows have the fields of {@code
 * members} and {@code containers} of {@code report.json}.
 */
public final class MemberTable {
  /** The columns to sort by. */
  private static final Map<String, Comparator<ProcessesView.Member>> COLUMNS =
      new LinkedHashMap<>();

  static {
    COLUMNS.put(
        "role",
        Comparator.comparing(ProcessesView.Member::role)
            .thenComparing(ProcessesView.Member::index)
            .thenComparing(one -> one.instance().incarnation().number()));
    COLUMNS.put("host", Comparator.comparing(one -> one.instance().host()));
    COLUMNS.put("state", Comparator.comparing(ProcessesView.Member::state));
    COLUMNS.put("records", Comparator.comparing(ProcessesView.Member::records));
    COLUMNS.put("shares", Comparator.comparing(ProcessesView.Member::shares));
    COLUMNS.put("rows", Comparator.comparing(one -> one.load().stored().rows()));
    COLUMNS.put("bytes", Comparator.comparing(one -> one.load().stored().bytes()));
    COLUMNS.put("behind", Comparator.comparing(one -> one.delays().behindMillis()));
    COLUMNS.put("heartbeat", Comparator.comparing(ProcessesView.Member::lastMessage));
  }

  private MemberTable() {}

  /**
   * A selection of processes.
   *
   * @param role {@code worker}, {@code pserver}; empty for all
   * @param state such as {@code live}; empty for all
   * @param text such as {@code worker 17}; or a text that the host, the container or the cause of
   *     death contains
   * @param sort a column, with {@code -} before it for descending order
   * @param from the number of rows to skip
   * @param count the most rows of the answer
   */
  public record Query(String role, String state, String text, String sort, int from, int count) {
    /** The most rows that an answer has. */
    public static final int MOST = 200;

    /**
     * @throws IllegalArgumentException if there is no such column, or a number is out of range
     */
    public Query {
      if (!COLUMNS.containsKey(column(sort))) {
        throw new IllegalArgumentException(
            "sort is one of " + String.join(", ", COLUMNS.keySet()) + ", with - for descending");
      }
      if (from < 0 || count < 0 || count > MOST) {
        throw new IllegalArgumentException("from is at least 0, and count 0 to " + MOST);
      }
    }

    private static String column(String sort) {
      return sort.startsWith("-") ? sort.substring(1) : sort;
    }

    private boolean takes(ProcessesView.Member one) {
      return (role.isEmpty() || one.role().word().equals(role))
          && (state.isEmpty() || one.state().equals(state))
          && (text.isEmpty()
              || (one.role().word() + " " + one.index()).equals(text)
              || one.instance().host().contains(text)
              || one.instance().containerId().contains(text)
              || one.why().contains(text));
    }

    private Comparator<ProcessesView.Member> order() {
      Comparator<ProcessesView.Member> order = COLUMNS.get(column(sort));
      Comparator<ProcessesView.Member> whole = sort.startsWith("-") ? order.reversed() : order;
      return whole.thenComparing(COLUMNS.get("role"));
    }
  }

  /** The rows of a query, with {@code total}, the number of all that it selects. */
  public static String of(ProcessesView view, Query query) {
    List<ProcessesView.Member> selected =
        view.members().stream().filter(query::takes).sorted(query.order()).toList();
    Map<String, ProcessesView.Container> containers =
        view.containers().stream()
            .collect(
                Collectors.toMap(
                    ProcessesView.Container::containerId,
                    Function.identity(),
                    (first, second) -> second));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("total", selected.size());
    json.put("from", query.from());
    ArrayNode rows = json.putArray("members");
    selected.stream()
        .skip(query.from())
        .limit(query.count())
        .map(one -> row(one, containers.get(one.instance().containerId())))
        .forEach(rows::add);
    return json.toString();
  }

  private static ObjectNode row(ProcessesView.Member one, ProcessesView.Container container) {
    ObjectNode row = ReportJson.tree(ProcessesReport.Member.of(one));
    row.put("records", one.records());
    row.put("shares", one.shares());
    if (one.role() == Role.PSERVER) {
      StoredRows stored = one.load().stored();
      row.put("partitions", stored.partitions());
      row.put("rows", stored.rows());
      row.put("bytes", stored.bytes());
    }
    if (container != null) {
      row.setAll(
          ReportJson.tree(ProcessesReport.Container.of(container, container.logs().state())));
    }
    return row;
  }
}
