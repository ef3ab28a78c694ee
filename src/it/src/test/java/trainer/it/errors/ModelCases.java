package trainer.it.errors;

import java.nio.file.Path;

/** Models and jars that cannot be used. */
final class ModelCases extends LocalCases {
  private final Path jar;

  ModelCases(Path jar) {
    this.jar = jar;
    with("class-throws", "com.example.Throwing");
    with("class-of-newer-java", "com.example.Later");
    with("class-abstract", "trainer.learning.spi.Model");
    submit(
        "weights-ignored",
        "--jars",
        jar.toString(),
        "--model",
        "com.example.Unweighted",
        "--weight",
        "w");
    submit("jar-missing", "--jars", "no-such.jar");
    submit("jar-with-host", "--jars", "file://a/b.jar");
    submit("class-missing", "--model", "no.such.Model");
    submit("class-wrong-type", "--model", "java.lang.String");
  }

  private void with(String name, String model) {
    submit(name, "--jars", jar.toString(), "--model", model);
  }
}
