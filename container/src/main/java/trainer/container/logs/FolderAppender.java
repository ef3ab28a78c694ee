package trainer.container.logs;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.log4j.FileAppender;

/**
 * Appends to {@code log} in the folder that {@value #FOLDER} names. Said in log4j.properties
 * instead, each of these values would be set by way of JavaBeans, which takes 20 ms to load.
 */
public final class FolderAppender extends FileAppender {
  static final String FOLDER = "trainer.log.dir";

  /** By name, in log4j.properties. */
  public FolderAppender() {
    setFile(Path.of(System.getProperty(FOLDER, ""), "log").toString());
    setEncoding(StandardCharsets.UTF_8.name());
  }
}
