package trainer.client.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The layout of help. Its width is {@code COLUMNS}, else the terminal's, else 80 columns.
 *
 * <p>Options of a mixin with a capitalized name form a section of that name. The footer, which has
 * the examples, is never broken, so that a copied line is a whole command.
 */
final class HelpLayout {
  private static final int LEAST = 55; // the parser's own minimum
  private static final int MOST = 160;

  private HelpLayout() {}

  /** Lays out the help of a command and of its subcommands. */
  static void apply(CommandLine line, Map<String, String> environment) {
    int columns = columns(environment.get("COLUMNS"));
    line.setUsageHelpAutoWidth(columns == 0);
    if (columns > 0) {
      line.setUsageHelpWidth(Math.min(MOST, Math.max(LEAST, columns)));
    }
    if (environment.getOrDefault("TERM", "dumb").equals("dumb")) {
      line.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF)); // the parser handles NO_COLOR
      // itself
    }
    line.setHelpFactory(HelpLayout::help);
    sections(line);
  }

  /** Help that shows Hadoop's options as they are typed: {@code -D key=value}. */
  private static Help help(CommandSpec command, Help.ColorScheme colors) {
    return new Help(command, colors) {
      @Override
      public IParamLabelRenderer parameterLabelRenderer() {
        return new TypedLabels(super.parameterLabelRenderer());
      }
    };
  }

  private static void sections(CommandLine line) {
    Map<String, IHelpSectionRenderer> sections = new HashMap<>(line.getHelpSectionMap());
    sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpLayout::footer);
    if (line.getCommandSpec().mixins().keySet().stream().anyMatch(HelpLayout::isHeading)) {
      sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpLayout::options);
    }
    line.setHelpSectionMap(sections);
    line.getSubcommands().values().forEach(HelpLayout::sections);
  }

  private static String footer(Help help) {
    return Arrays.stream(help.commandSpec().usageMessage().footer())
        .map(line -> line + System.lineSeparator())
        .collect(Collectors.joining());
  }

  private static String options(Help help) {
    StringBuilder text = new StringBuilder();
    List<OptionSpec> others = new ArrayList<>(help.commandSpec().options());
    help.commandSpec()
        .mixins()
        .forEach(
            (name, mixin) -> {
              if (isHeading(name)) {
                text.append(String.format("%n%s:%n", name)).append(list(help, mixin.options()));
                others.removeAll(mixin.options());
              }
            });
    return text + list(help, others);
  }

  private static String list(Help help, List<OptionSpec> options) {
    Help.Layout layout = help.createDefaultLayout();
    layout.addOptions(options, help.parameterLabelRenderer());
    return layout.toString();
  }

  private static boolean isHeading(String mixin) {
    return Character.isUpperCase(mixin.charAt(0));
  }

  private static int columns(String text) {
    return text == null || !text.matches("[1-9][0-9]{0,5}") ? 0 : Integer.parseInt(text);
  }
}
