package trainer.client.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import trainer.client.watch.JobDocument;
import trainer.client.watch.Json;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;

/**
 * The archive of an embedded run, which outlasts its HDFS: the job's folder, with the model in it.
 * The archived report names the archived files.
 */
final class EmbeddedRunArchive {
  private static final FsPermission FILE = new FsPermission((short) 0600);

  private EmbeddedRunArchive() {}

  /**
   * Copies to {@code ~/.trainer/jobs/<application id>}.
   *
   * @param output the path of the model, if there is one; a model outside the embedded HDFS is not
   *     copied
   */
  static JobEnd copy(JobDocument document, JobFolder folder, String output, Configuration hadoop)
      throws IOException {
    Path from = new Path(folder.root());
    FileSystem going = from.getFileSystem(hadoop);
    FileSystem here = FileSystem.getLocal(hadoop);
    Path to = new Path(UserFolders.localJobs(), from.getName());
    here.mkdirs(to.getParent());
    FileUtil.copy(going, from, here, to, false, true, hadoop);
    ObjectNode changed = document.json().deepCopy();
    Path model = new Path(output);
    FileSystem models = model.getFileSystem(hadoop);
    if (models.getUri().equals(going.getUri()) && models.exists(model)) {
      Path kept = new Path(to, "model");
      FileUtil.copy(models, model, here, kept, false, true, hadoop);
      changed.put("modelLocation", kept.toString());
    }
    for (JsonNode container : changed.path("containers")) {
      String path = container.path("logPath").asText("");
      if (path.startsWith(folder.root())) {
        ((ObjectNode) container).put("logPath", to + path.substring(folder.root().length()));
      }
    }
    if (changed.path("failure") instanceof ObjectNode failure) {
      String message = failure.path("message").asText();
      failure.put("message", message.replace(folder.root(), to.toString()));
    }
    JobFolder kept = new JobFolder(to.toString());
    write(here, new Path(kept.report(JobId.parse(document.report().identity().jobId()))), changed);
    return new JobEnd(JobDocument.of(changed), kept);
  }

  private static void write(FileSystem files, Path path, JsonNode report) throws IOException {
    files.mkdirs(path.getParent());
    files.delete(path, false);
    try (OutputStream out = FileSystem.create(files, path, FILE)) {
      out.write((Json.print(report) + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }
}
