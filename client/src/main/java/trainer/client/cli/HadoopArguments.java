package trainer.client.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The reordering of Hadoop's options, which users type anywhere, to the end of the line: {@code
 * trainer -D a=b model verify X} becomes {@code trainer model verify X -D a=b}.
 */
final class HadoopArguments {
  private static final Set<String> WITH_VALUE =
      Set.of("-D", "-conf", "-libjars", "-files", "-archives");

  private HadoopArguments() {}

  static String[] moveToEnd(String[] args) {
    List<String> first = new ArrayList<>();
    List<String> moved = new ArrayList<>();
    int i = 0;
    while (i < args.length && !args[i].equals("--")) {
      if (WITH_VALUE.contains(args[i]) && i + 1 < args.length) {
        moved.add(args[i++]);
        moved.add(args[i++]);
      } else if (args[i].startsWith("-D") || args[i].equals("--verbose")) {
        moved.add(args[i++]);
      } else {
        first.add(args[i++]);
      }
    }
    if (i < args.length) {
      moved.addAll(Arrays.asList(args).subList(i, args.length));
    }
    first.addAll(moved);
    return first.toArray(new String[0]);
  }
}
