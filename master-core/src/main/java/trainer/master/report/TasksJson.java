package trainer.master.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import trainer.master.job.api.JobView;

/** The task queues, in the report. */
final class TasksJson {
  private TasksJson() {}

  /** Null before the block index is built. */
  static ObjectNode of(JobView.Tasks tasks) {
    if (tasks == null) {
      return null;
    }
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("todo", tasks.todo());
    node.put("pending", tasks.pending());
    node.put("done", tasks.done());
    node.put("discarded", tasks.discarded());
    ArrayNode hands = node.putArray("hands");
    for (JobView.Task task : tasks.hands()) {
      ObjectNode one = hands.addObject();
      one.put("task", task.task());
      one.put("worker", task.worker());
      if (task.deadline() == 0) {
        one.putNull("deadline");
      } else {
        one.put("deadline", task.deadline());
      }
      one.put("timeouts", task.timeouts());
      one.put("failures", task.failures());
    }
    ArrayNode discards = node.putArray("discards");
    for (JobView.Discarded discard : tasks.discards()) {
      discards
          .addObject()
          .put("task", discard.task())
          .put("kind", discard.kind())
          .put("evidence", discard.evidence());
    }
    if (!tasks.staleness().isEmpty()) {
      ArrayNode staleness = node.putArray("staleness");
      tasks.staleness().forEach(staleness::add);
    }
    return node;
  }
}
