package trainer.it.masters.standby;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * When rows were scored, by all processes together.
 *
 * @param millis ordered, milliseconds of the epoch
 */
record ScoringTimes(List<Long> millis) {
  /** Those that the processes have noted in a folder; see {@code Sleeping}. */
  static ScoringTimes in(Path folder) throws IOException {
    List<Long> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        // the line that is being written has no end yet
        Files.readString(file)
            .lines()
            .filter(line -> line.length() == 13)
            .forEach(line -> all.add(Long.parseLong(line)));
      }
    }
    all.sort(null);
    return new ScoringTimes(all);
  }

  /** The longest time without a scored row, of which a part was in a span; milliseconds. */
  long longestGap(long from, long to) {
    long longest = 0;
    for (int i = 1; i < millis.size(); i++) {
      if (millis.get(i) >= from && millis.get(i - 1) <= to) {
        longest = Math.max(longest, millis.get(i) - millis.get(i - 1));
      }
    }
    return longest;
  }
}
