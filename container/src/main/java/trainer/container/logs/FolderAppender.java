package trainer.container.logs;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.log4j.FileAppender;

/**
 * An appender to {@code log} in the folder that {@value #FOLDER} names. If log4j.properties set
 * these values instead, log4j would use JavaBeans, which take 20 ms to load.
 */
public final class FolderAppender extends FileAppender {
  static final String FOLDER = "trainer.log.dir";

  /** Called by reflection, from log4j.properties. */
  public FolderAppender() {
    setFile(Path.of(System.getProperty(FOLDER, ""), "log").toString());
    setEncoding(StandardCharsets.UTF_8.name());
  }
}
