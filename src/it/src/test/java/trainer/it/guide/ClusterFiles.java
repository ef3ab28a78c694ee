package trainer.it.guide;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import trainer.it.cluster.TrainerClient;

/** The data that a page takes for granted on a cluster, copied from this machine. */
final class ClusterFiles implements PageFiles {
  private static final int ROWS = 2000;

  /** Names on this machine, by those on the cluster. */
  private static final Map<String, String> COPIED =
      Map.of(
          "/data/clicks", "clicks",
          "/data/day", "clicks",
          "/data/new", "held-out",
          "/data/week.csv.gz", "week.csv.gz",
          "rows.csv", "rows.csv",
          "week", "week",
          "model", "model");

  private final FileSystem files;
  private final java.nio.file.Path folder;
  private final GuideFiles here;

  /**
   * @param client without the cluster, in the folder
   * @param folder on this machine
   */
  ClusterFiles(FileSystem files, TrainerClient client, java.nio.file.Path folder) {
    this.files = files;
    this.folder = folder;
    this.here = new GuideFiles(client, folder);
  }

  @Override
  public void provide(String name) throws IOException, InterruptedException {
    Path path = new Path(name.replaceFirst("^hdfs://", ""));
    if (files.exists(path)) {
      return;
    }
    String copied = COPIED.get(path.toString());
    if (copied != null) {
      here.provide(copied);
      files.mkdirs(files.makeQualified(path).getParent());
      files.copyFromLocalFile(new Path(folder.resolve(copied).toUri()), path);
    } else if (name.startsWith("/models/")) {
      FileUtil.copy(files, new Path("/models/day"), files, path, false, files.getConf());
    } else if (path.toString().equals("/logs")) {
      writeRows(new Path(path, "rows.seq"));
    }
  }

  /** Lines of the columns clicked, site and price. */
  private void writeRows(Path file) throws IOException {
    try (SequenceFile.Writer rows =
        SequenceFile.createWriter(
            files.getConf(),
            SequenceFile.Writer.file(files.makeQualified(file)),
            SequenceFile.Writer.keyClass(LongWritable.class),
            SequenceFile.Writer.valueClass(Text.class))) {
      for (int i = 0; i < ROWS; i++) {
        String site = i % 3 == 0 ? "news" : "shop";
        rows.append(new LongWritable(i), new Text(i % 2 + "," + site + "," + i % 97 / 4.0));
      }
    }
  }

  @Override
  public void delete(String output) throws IOException {
    files.delete(new Path(output.replaceFirst("^hdfs://", "")), true);
  }
}
