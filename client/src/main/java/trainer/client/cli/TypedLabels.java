package trainer.client.cli;

import java.util.List;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Labels of values. A label after an option with one dash has a blank before it, as in Hadoop's
 * help.
 */
record TypedLabels(IParamLabelRenderer usual) implements IParamLabelRenderer {
  @Override
  public Ansi.Text renderParameterLabel(ArgSpec arg, Ansi ansi, List<Ansi.IStyle> styles) {
    Ansi.Text label = usual.renderParameterLabel(arg, ansi, styles);
    boolean joined = label.plainString().startsWith(usual.separator());
    boolean isHadoops = arg instanceof OptionSpec option && !option.longestName().startsWith("--");
    if (!isHadoops || !joined) {
      return label;
    }
    Ansi.Text bare = label.substring(usual.separator().length());
    return ((OptionSpec) arg).longestName().length() == 2 ? bare : ansi.text(" ").concat(bare);
  }

  /**
   * The separator that picocli adds for a one-letter option without another name. The list has a
   * blank there.
   */
  @Override
  public String separator() {
    return "";
  }
}
