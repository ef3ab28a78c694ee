package trainer.client.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import trainer.client.config.ClientConfiguration;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Explains configuration. */
@Command(
    name = "conf",
    description = "Explains configuration keys.",
    subcommands = {ConfCommand.Explain.class, ConfCommand.Show.class})
final class ConfCommand extends Verb {
  @Override
  public Integer call() {
    throw new FailureException(
        FailureKind.BAD_FLAGS, "conf does nothing by itself", "", "try conf explain KEY");
  }

  /** Explains one key. */
  @Command(name = "explain", description = "What a key means, its default and its value here.")
  static final class Explain extends Verb {
    @Mixin private HadoopOptions hadoop;

    @Parameters(paramLabel = "KEY")
    private String name;

    @Override
    public Integer call() {
      Key<?> key = Keys.all().get(name);
      if (key == null) {
        Settings.of(Map.of(name, "")); // refuses it, with the nearest key
        return 0;
      }
      ClientConfiguration configuration = hadoop.configuration(Map.of());
      System.out.println(key.name() + ": " + key.documentation());
      System.out.println("expects: " + key.expected());
      System.out.println("default: " + (key.defaultText() == null ? "none" : key.defaultText()));
      System.out.println(
          "value here: " + configuration.settings().find(key).map(Object::toString).orElse("none"));
      return 0;
    }
  }

  /** Prints what is set. */
  @Command(name = "show", description = "Prints every trainer.* key that is set here.")
  static final class Show extends Verb {
    @Mixin private HadoopOptions hadoop;

    @Override
    public Integer call() {
      new java.util.TreeMap<>(hadoop.configuration(Map.of()).settings().texts())
          .forEach((key, value) -> System.out.println(key + "=" + value));
      return 0;
    }
  }
}
