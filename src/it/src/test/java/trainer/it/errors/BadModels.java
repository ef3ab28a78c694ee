package trainer.it.errors;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import trainer.testkit.CompiledJar;

/** A jar of models that nobody can use. */
final class BadModels {
  private static final Path EXAMPLE =
      Path.of("../../docs/examples/cautious-logistic/src/com/example/CautiousLogistic.java");

  private static final String THROWS =
      "implements Model { { if (true) throw new IllegalStateException(\"no luck\"); }";

  private static final String ROWS = "public int[][] rows(Examples block, RowIndex rows) {";

  private static final String HANGS =
      " for (boolean ever = true; ever; ) {"
          + " java.util.concurrent.locks.LockSupport.parkNanos(1_000_000_000L); }";

  /** Where a class file says for which Java it is. */
  private static final int MAJOR_VERSION = 7;

  private static final byte FAR_AHEAD = 99;

  private static final String WEIGHTED = "public boolean isWeighted() {\n    return true;\n  }";

  private BadModels() {}

  /**
   * {@code com.example.Throwing} throws in its constructor, {@code Hanging} never comes back from a
   * block, {@code Later} needs Java 55, {@code Unweighted} ignores weights.
   */
  static Path jar(Path target) throws IOException {
    String example = Files.readString(EXAMPLE).replace("CautiousLogistic", "Later");
    String throwing = example.replace("Later", "Throwing").replace("implements Model {", THROWS);
    String hanging = example.replace("Later", "Hanging").replace(ROWS, ROWS + HANGS);
    String unweighted =
        example.replace("Later", "Unweighted").replace(WEIGHTED, WEIGHTED.replace("true", "false"));
    Path jar =
        CompiledJar.of(
            target,
            Map.of(
                "com.example.Throwing", throwing,
                "com.example.Hanging", hanging,
                "com.example.Unweighted", unweighted,
                "com.example.Later", example));
    try (FileSystem entries =
        FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
      Path later = entries.getPath("com/example/Later.class");
      byte[] bytes = Files.readAllBytes(later);
      bytes[MAJOR_VERSION] = FAR_AHEAD;
      Files.write(later, bytes);
    }
    return jar;
  }
}
