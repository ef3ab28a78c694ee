package trainer.client.cli.setup;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.Alternatives;
import trainer.client.cli.option.HadoopJobOptions;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.ConfiguredValue;
import trainer.client.config.RegisteredNames;
import trainer.client.watch.Json;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.NearestKey;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Explains configuration. */
@Command(
    name = "conf",
    description = "Explains configuration keys.",
    subcommands = {ConfCommand.Explain.class, ConfCommand.Show.class, ConfConvertCommand.class},
    footer = {"", "Examples:", "  trainer conf explain workers", "  trainer conf show --set"})
public final class ConfCommand extends Verb {
  @Override
  public Integer call() {
    throw new FailureException(
        FailureKind.BAD_FLAGS, "conf does nothing by itself", "", "try conf explain KEY");
  }

  /** Explains one key. */
  @Command(
      name = "explain",
      description = "What a key means, what it may be, its default and its value here.",
      footer = {
        "",
        "Examples:",
        "  trainer conf explain workers",
        "  trainer conf explain trainer.heartbeat.timeout --json"
      })
  static final class Explain extends Verb {
    @Mixin private HadoopOptions hadoop;

    @Parameters(
        paramLabel = "KEY",
        completionCandidates = Alternatives.KeyNames.class,
        description = "A trainer.* key, with or without trainer.")
    private String name;

    @Option(names = "--json", description = "Prints one JSON document.")
    private boolean json;

    @Override
    public Integer call() {
      Key<?> key = named();
      ConfiguredValue here = ConfiguredValue.of(key, hadoop.configuration(Map.of()));
      if (json) {
        System.out.println(Json.print(here.explained(key)));
        return 0;
      }
      System.out.println(key.name() + ": " + key.documentation());
      System.out.println("expects: " + RegisteredNames.expected(key));
      System.out.println("default: " + ConfiguredValue.defaultOf(key).orElse("none"));
      System.out.println(
          "here: "
              + (here.value() == null ? "not set" : here.value() + " (" + here.source() + ")"));
      return 0;
    }

    private Key<?> named() {
      String whole = name.startsWith(Keys.PREFIX) ? name : Keys.PREFIX + name;
      if (whole.startsWith(Keys.MODEL_ARGUMENT_PREFIX)) {
        throw new FailureException(
            FailureKind.CONFIG_UNKNOWN,
            "each model has arguments of its own",
            name,
            "see the model's documentation");
      }
      Key<?> key = Keys.all().get(whole);
      if (key == null) {
        throw NearestKey.refusal(name, "conf explain").toException();
      }
      return key;
    }
  }

  /** Prints the values in force. */
  @Command(
      name = "show",
      description = "Prints every trainer.* key with its value here and where that comes from.",
      footer = {
        "",
        "Examples:",
        "  trainer conf show --set -conf my-job.xml",
        "  trainer conf show --json"
      })
  static final class Show extends Verb {
    @Mixin(name = HadoopJobOptions.SECTION)
    private HadoopJobOptions hadoop;

    @Option(names = "--set", description = "Leaves out what is at its default.")
    private boolean set;

    @Option(names = "--json", description = "Prints one JSON document.")
    private boolean json;

    @Override
    public Integer call() {
      List<ConfiguredValue> values =
          new ArrayList<>(ConfiguredValue.all(hadoop.configuration(Map.of())));
      values.removeIf(value -> set && !value.isSet());
      if (json) {
        System.out.println(Json.print(ConfiguredValue.document(values)));
        return 0;
      }
      for (ConfiguredValue value : values) {
        System.out.println(
            value.key()
                + (value.value() == null ? "" : "=" + value.value())
                + "  ("
                + value.source()
                + ")");
      }
      return 0;
    }
  }
}
