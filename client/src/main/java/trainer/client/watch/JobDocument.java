package trainer.client.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.master.report.JobReport;
import trainer.master.report.ReportJson;

/**
 * The report of a job, or of a session, in two forms.
 *
 * @param json the document as it was written. Commands print it with the fields that another
 *     version of Trainer has written.
 * @param report the fields that this version reads
 */
public record JobDocument(ObjectNode json, JobReport report) {
  /**
   * The document of this text.
   *
   * @throws JsonProcessingException if it is no JSON, or a field has a value of another type
   */
  public static JobDocument parse(byte[] text) throws IOException {
    ObjectNode json = Json.parse(text) instanceof ObjectNode fields ? fields : Json.object();
    return new JobDocument(json, ReportJson.read(json.has("sessionId") ? ofSession(json) : json));
  }

  /** The fields of a session's report that a job's has, too. */
  private static ObjectNode ofSession(ObjectNode session) {
    return Json.object().put("state", session.path("state").asText());
  }

  /** The document of these fields. */
  public static JobDocument of(ObjectNode json) {
    try {
      return new JobDocument(json, ReportJson.read(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no report: " + json, e);
    }
  }

  /** The document of a job of which only the state is known, and why it failed. */
  public static JobDocument of(String jobId, String state, Failure failure) {
    ObjectNode json =
        Json.object()
            .put("formatVersion", 1)
            .put("applicationId", JobId.parse(jobId).application())
            .put("jobId", jobId)
            .put("state", state);
    json.set("failure", failure == null ? null : Json.of(failure));
    return of(json);
  }

  /** The state of the job. */
  public String state() {
    return report.lifecycle().state();
  }

  /** Whether a user requested an end of training before its last version. */
  public boolean isStopped() {
    return report.progress().stopped() != null;
  }
}
