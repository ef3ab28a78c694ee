package trainer.it.masters;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * The NodeManagers of a cluster on this machine, who can be made to lose a process.
 *
 * @param folders where they keep what they need
 */
public record NodeManagers(List<Path> folders) {
  /**
   * From now on the node that runs this container fails when it wants to end its processes: it
   * finds another process's number where it wrote theirs.
   */
  public void forget(String containerId, ProcessHandle instead) throws IOException {
    for (Path folder : folders) {
      Files.walkFileTree(folder, new Swap(containerId + ".pid", instead.pid()));
    }
  }

  /** Files come and go meanwhile. */
  private static final class Swap extends SimpleFileVisitor<Path> {
    private final String name;
    private final long pid;

    Swap(String name, long pid) {
      this.name = name;
      this.pid = pid;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (file.endsWith(name)) {
        Files.writeString(file, pid + "\n");
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException gone) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException gone) {
      return FileVisitResult.CONTINUE;
    }
  }
}
