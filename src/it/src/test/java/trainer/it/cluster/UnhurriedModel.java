package trainer.it.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import trainer.testkit.CompiledJar;

/**
 * A model whose workers rest at each block until they are told to hurry, so that a job lasts as
 * long as it has to and takes little of the machine. It is the same model for all that.
 */
public final class UnhurriedModel {
  private static final String NAME = "com.example.Unhurried";

  private final Path jar;
  private final Path until;

  /**
   * @param folder where its files may lie
   */
  public UnhurriedModel(Path folder) throws IOException {
    try (InputStream source = UnhurriedModel.class.getResourceAsStream("Unhurried.txt")) {
      String text = new String(source.readAllBytes(), StandardCharsets.UTF_8);
      this.jar = CompiledJar.of(folder.resolve("unhurried.jar"), Map.of(NAME, text));
    }
    this.until = folder.resolve("hurry");
  }

  /** How a job uses it. */
  public List<String> options() {
    return List.of("--jars", jar.toString(), "--model", NAME);
  }

  /** What else makes it count the blocks it is trained on, in each row of a table. */
  public List<String> counting() {
    return List.of("-Dtrainer.model.args.count=true");
  }

  /** What else makes it rest. */
  public List<String> resting(int millis) throws IOException {
    Files.deleteIfExists(until);
    return List.of("-Dtrainer.model.args.rest=" + millis, "-Dtrainer.model.args.until=" + until);
  }

  /** From now on nobody rests. */
  public void hurry() throws IOException {
    Files.writeString(until, "");
  }
}
