package trainer.client.cli;

import java.util.List;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Labels of values, behind a blank where the option has one dash, as Hadoop's have. */
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

  /** Asked for where an option has one letter and no other name: the list has a blank there. */
  @Override
  public String separator() {
    return "";
  }
}
