package trainer.client.cli.setup;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.Verb;
import trainer.client.migrate.Conversion;
import trainer.client.migrate.OldSettings;
import trainer.client.watch.Json;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Converts the configuration of Angel or TonY. */
@Command(
    name = "convert",
    description = "The keys of Angel or TonY as options of submit.",
    footer = {
      "",
      "The options are on stdout, a line for each other setting is on stderr. Exit code 1 if a",
      "setting is unknown or refused.",
      "",
      "Examples:",
      "  trainer conf convert tony.xml",
      "  trainer conf convert angel-site.xml submit-lr.sh -Dml.epoch.num=10"
    })
final class ConfConvertCommand extends Verb {
  private static final int OPEN = 1;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description =
          "Hadoop configuration files, or texts with key=value, -Dkey=value or --key value.")
  private List<File> files = new ArrayList<>();

  @Option(
      names = "-D",
      paramLabel = "key=value",
      description = "A setting of Angel or TonY; overrides the files.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    if (files.isEmpty() && properties.isEmpty()) {
      throw new FailureException(
          FailureKind.BAD_FLAGS, "there is nothing to convert", "", "give a FILE or -Dkey=value");
    }
    Conversion conversion = Conversion.of(OldSettings.of(files, properties));
    if (json) {
      System.out.println(Json.print(document(conversion)));
    } else {
      conversion.options().forEach(option -> System.out.println(option.text()));
      conversion.remarks().forEach(remark -> System.err.println(remark.line()));
    }
    return conversion.isWhole() ? 0 : OPEN;
  }

  private static ObjectNode document(Conversion conversion) {
    ObjectNode document = Json.object();
    ArrayNode options = document.putArray("options");
    conversion
        .options()
        .forEach(
            option ->
                options
                    .addObject()
                    .put("name", option.name())
                    .put("value", option.value())
                    .put("from", option.from()));
    ArrayNode remarks = document.putArray("remarks");
    conversion
        .remarks()
        .forEach(
            remark ->
                remarks
                    .addObject()
                    .put("about", remark.about())
                    .put("kind", remark.kind().toString())
                    .put("text", remark.text()));
    return document;
  }
}
