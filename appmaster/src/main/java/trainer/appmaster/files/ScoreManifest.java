package trainer.appmaster.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ScoreOutput;
import trainer.core.message.Evaluation;
import trainer.core.message.Measures;
import trainer.core.message.OutputFile;
import trainer.core.message.ScoreId;

/**
 * The manifest of rows that a job has written, {@code _manifest.json}: their id, the model that
 * scored them, and each file with its digest. It is a function of the job and of the files that
 * count, so every master of the job writes the same.
 */
record ScoreManifest(String id, ObjectNode document) {
  private static final String SCORE_ID = "scoreId";
  private static final String IMPORT_ID = "importId";
  private static final int FORMAT_VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  static ScoreManifest of(JobSpec spec, Settings settings, List<OutputFile> files) {
    String id = ScoreId.of(files);
    ObjectNode document = JSON.createObjectNode();
    document.put("formatVersion", FORMAT_VERSION);
    document.put(spec.isImporting() ? IMPORT_ID : SCORE_ID, id);
    document.put("jobId", spec.id().toString());
    if (spec.isScoring()) {
      document.put("model", settings.get(Keys.SCORE_MODEL_URI));
      document.put("modelId", settings.find(Keys.SCORE_MODEL_ID).orElse(""));
    }
    document.put("input", settings.get(Keys.INPUT));
    Enum<?> format =
        spec.isImporting()
            ? settings.get(Keys.IMPORT_FORMAT)
            : settings.get(Keys.SCORE_OUTPUT_FORMAT);
    document.put("format", format.name().toLowerCase(Locale.ROOT));
    document.put("rows", files.stream().mapToLong(OutputFile::rows).sum());
    document.put(
        "badRecords", files.stream().mapToLong(file -> file.evaluation().metrics().bad()).sum());
    Evaluation all =
        files.stream().map(OutputFile::evaluation).reduce(Evaluation.NONE, Evaluation::plus);
    if (all.metrics().records() > 0) {
      ObjectNode metrics = document.putObject("metrics");
      metrics.put("records", all.metrics().records());
      new Measures(spec.model().labels(), spec.model().loss())
          .of(all.summary())
          .forEach((name, value) -> metrics.put(name, Double.isFinite(value) ? value : null));
    }
    ArrayNode each = document.putArray("files");
    files.stream()
        .sorted(Comparator.comparing(OutputFile::name))
        .forEach(
            file ->
                each.addObject()
                    .put("name", file.name())
                    .put("rows", file.rows())
                    .put("bytes", file.bytes())
                    .put("sha256", file.sha256()));
    return new ScoreManifest(id, document);
  }

  byte[] encode() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The names of the files that count. */
  Set<String> names() {
    Set<String> names = new HashSet<>();
    document.path("files").forEach(file -> names.add(file.path("name").asText()));
    return names;
  }

  /** The id of this job's rows in a folder; empty if the folder holds none of this job. */
  static Optional<String> idOf(JobId job, FileSystem files, Path folder) throws IOException {
    return read(job, files, folder).map(ScoreManifest::id);
  }

  /** The manifest of this job's output in a folder; empty if the folder holds none of this job. */
  static Optional<ScoreManifest> read(JobId job, FileSystem files, Path folder) throws IOException {
    Path file = new Path(folder, ScoreOutput.MANIFEST);
    if (!files.exists(file)) {
      return Optional.empty();
    }
    try (InputStream in = files.open(file)) {
      JsonNode read = JSON.readTree(in.readAllBytes());
      return read instanceof ObjectNode manifest
              && manifest.path("jobId").asText().equals(job.toString())
          ? Optional.of(
              new ScoreManifest(
                  manifest.path(SCORE_ID).asText(manifest.path(IMPORT_ID).asText()), manifest))
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty(); // not ours: ours was written completely before the rename
    }
  }
}
