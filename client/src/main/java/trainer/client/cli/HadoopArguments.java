package trainer.client.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Moves Hadoop's options to the end, behind every verb, since users type them anywhere: {@code
 * trainer -D a=b model verify X} is {@code trainer model verify X -D a=b}.
 */
final class HadoopArguments {
  private static final Set<String> WITH_VALUE =
      Set.of("-D", "-conf", "-libjars", "-files", "-archives");

  private HadoopArguments() {}

  static String[] apart(String[] args) {
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
