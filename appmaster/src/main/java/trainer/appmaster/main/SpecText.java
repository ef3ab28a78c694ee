package trainer.appmaster.main;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;
import trainer.core.job.JobSpec;

/** The text form of a job file: one line of JSON with sorted keys. Equal jobs have equal texts. */
final class SpecText {
  private SpecText() {}

  static String of(JobSpec spec) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", spec.id().toString());
    json.put("user", spec.user());
    json.put("folder", spec.folder());
    json.put("clientVersion", spec.clientVersion());
    ObjectNode settings = json.putObject("settings");
    new TreeMap<>(spec.settings()).forEach(settings::put);
    spec.tables()
        .forEach(
            table ->
                json.withArray("tables")
                    .addObject()
                    .put("name", table.name())
                    .put("width", table.width())
                    .put("initializer", table.initializer().kind().name())
                    .put("scale", table.initializer().scale())
                    .put("seed", table.initializer().seed())
                    .put("regularized", table.regularized())
                    .put("fractionBits", table.fractionBits()));
    return json.toString();
  }
}
