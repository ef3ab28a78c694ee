package trainer.master.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Ranked;
import trainer.core.aggregate.TableSummary;

/** The results of aggregations, in the report. Keys are texts: they are unsigned 64-bit numbers. */
final class AggregatesJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private AggregatesJson() {}

  /** The numbers of each aggregation, and its rankings as arrays. */
  static ObjectNode of(List<Aggregate> aggregates) {
    ObjectNode all = NODES.objectNode();
    for (Aggregate aggregate : aggregates) {
      ObjectNode one = all.putObject(aggregate.name());
      aggregate.numbers().forEach(one::put);
      aggregate.rankings().forEach((name, kept) -> one.set(name, of(kept, "value")));
    }
    return all;
  }

  /** The tables of the final version, in the order of their numbers. */
  static ArrayNode ofTables(List<TableSummary> tables) {
    ArrayNode all = NODES.arrayNode();
    for (TableSummary table : tables) {
      ObjectNode one = all.addObject();
      one.put("name", table.table());
      one.put("rows", table.rows());
      one.put("nonZeros", table.nonZeros());
      one.put("l1", table.weights().l1());
      one.put("l2", table.weights().l2());
      ReportJson.number(one, "min", table.weights().min());
      ReportJson.number(one, "max", table.weights().max());
      ReportJson.number(one, "mean", table.weights().mean());
      one.set("largest", of(table.largest(), "weight"));
    }
    return all;
  }

  private static ArrayNode of(List<Ranked> kept, String named) {
    ArrayNode all = NODES.arrayNode();
    kept.forEach(
        one ->
            all.addObject()
                .put("key", Long.toUnsignedString(one.key()))
                .put("index", one.index())
                .put(named, one.value()));
    return all;
  }
}
