package trainer.master.report;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
import trainer.master.report.ProcessesReport.Container;
import trainer.master.report.ProcessesReport.Member;
import trainer.master.report.ResultsReport.Table;

/**
 * The JSON of a {@link JobReport}. Numbers that are not finite are null. Fields of newer versions
 * are ignored.
 */
public final class ReportJson {
  private static final ObjectMapper MAPPER = mapper();

  private ReportJson() {}

  private static ObjectMapper mapper() {
    ObjectMapper mapper =
        new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .registerModule(
                new SimpleModule()
                    .addDeserializer(Member.class, UnwrappedParts.deserializer(Member.class))
                    .addDeserializer(Container.class, UnwrappedParts.deserializer(Container.class))
                    .addDeserializer(
                        SessionReport.Job.class,
                        UnwrappedParts.deserializer(SessionReport.Job.class))
                    .addDeserializer(Table.class, UnwrappedParts.deserializer(Table.class)));
    // Reports of jobs without a master, and of older versions, lack fields.
    for (Class<?> type : List.of(String.class, List.class, Map.class)) {
      mapper.configOverride(type).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
    }
    return mapper;
  }

  /** One JSON document, with a line break at its end. */
  public static String of(JobView view, long nowMillis) {
    return of(view, nowMillis, container -> container.logs().state());
  }

  /**
   * One JSON document.
   *
   * @param logState the state of a container's logs in the job's folder
   */
  public static String of(
      JobView view, long nowMillis, Function<ProcessesView.Container, String> logState) {
    return write(JobReport.of(view, nowMillis, logState));
  }

  /** The report of a job of which nothing but its end is known. */
  public static String ofLost(JobId job, Failure failure) {
    ObjectNode lost =
        MAPPER
            .createObjectNode()
            .put("formatVersion", 1)
            .put("applicationId", job.application())
            .put("jobId", job.toString())
            .put("state", JobState.FAILED.name());
    lost.set("failure", MAPPER.valueToTree(LifecycleReport.Cause.of(failure)));
    return lost.toPrettyString() + "\n";
  }

  /**
   * The report without its long lists, as {@link ShortReport} has it.
   *
   * @param report JSON
   * @throws JsonProcessingException if the text is no JSON
   */
  public static String shorten(String report) throws JsonProcessingException {
    return write(ShortReport.of((ObjectNode) MAPPER.readTree(report)));
  }

  /** A report as a JSON object. */
  static ObjectNode tree(Record report) {
    return MAPPER.valueToTree(report);
  }

  /** One JSON document of a report, a record or a tree, with a line break at its end. */
  static String write(Object report) {
    try {
      return MAPPER.writeValueAsString(report) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of plain values", e);
    }
  }

  /**
   * Reads the report of a session.
   *
   * @throws JsonProcessingException if a field has a value of another type
   */
  public static SessionReport readSession(JsonNode report) throws JsonProcessingException {
    return part(report, SessionReport.class);
  }

  /**
   * Reads a report, as far as it has the fields.
   *
   * @throws JsonProcessingException if a field has a value of another type
   */
  public static JobReport read(JsonNode report) throws JsonProcessingException {
    return UnwrappedParts.read(report, JobReport.class);
  }

  /** Reads the components of a record from the fields of this object. */
  static <T> T part(JsonNode object, Class<T> type) throws JsonProcessingException {
    return MAPPER.treeToValue(object, type);
  }

  /** Null for a number that is not finite. */
  static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** Null for an event that has not happened. */
  static Long time(long at) {
    return at == 0 ? null : at;
  }

  /** Null for an empty text. */
  static String text(String text) {
    return text.isEmpty() ? null : text;
  }
}
