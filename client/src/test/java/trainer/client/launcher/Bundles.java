package trainer.client.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/** Bundles as launchers have unpacked and used them. */
final class Bundles {
  private Bundles() {}

  /**
   * Makes one, with an archive of classes.
   *
   * @param digit of which its name is made
   * @param age of all that is in it
   */
  static Path make(Path root, String digit, Duration age) throws IOException {
    String hash = digit.repeat(64);
    Path bundle = Files.createDirectory(root.resolve(hash));
    Files.setPosixFilePermissions(bundle, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(bundle.resolve("sha256"), hash);
    Files.writeString(bundle.resolve("jars"), "1");
    Files.createFile(Files.createDirectory(bundle.resolve("lib")).resolve("a.jar"));
    Path archive = Files.createDirectories(bundle.resolve("classes/1a2b/archive-1"));
    Files.createFile(archive.resolve("classes.jsa"));
    age(bundle, age);
    return bundle;
  }

  /** As if it had been used, and nothing in it changed, so long ago. */
  static void age(Path bundle, Duration age) throws IOException {
    FileTime time = FileTime.from(Instant.now().minus(age));
    try (Stream<Path> files = Files.walk(bundle)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, time);
      }
    }
    Path mark = bundle.resolve("jars");
    if (Files.exists(mark)) {
      Files.setLastModifiedTime(mark, FileTime.from(time.toInstant().plusSeconds(1)));
    }
  }
}
