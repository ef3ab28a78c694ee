package trainer.appmaster.web;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import javax.servlet.ServletContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.job.JobFolder;
import trainer.journal.report.ReportFile;

/**
 * The files in the application's folder that the services show.
 *
 * @param hadoop opens their file system
 */
record FolderFiles(JobFolder folder, Configuration hadoop) {
  static FolderFiles of(ServletContext context) {
    return new FolderFiles(
        (JobFolder) context.getAttribute(WebServer.FOLDER),
        (Configuration) context.getAttribute(WebServer.HADOOP));
  }

  FileSystem fileSystem(Path path) throws IOException {
    return path.getFileSystem(hadoop);
  }

  /** The text of a file; empty if there is no such file. */
  Optional<String> text(String file) throws IOException {
    Path path = new Path(file);
    try {
      return Optional.of(ReportFile.read(fileSystem(path), path));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }
}
