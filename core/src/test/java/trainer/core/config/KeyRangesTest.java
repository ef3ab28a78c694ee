package trainer.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** For every key: what is said of its range is what is done, to the last value at either end. */
class KeyRangesTest {
  private static final Pattern RANGE =
      Pattern.compile(
          "(integer|size|number|duration)\\b.*?(-?[\\w.+-]+?)\\.\\.([\\w.+-]+?)( bytes)?");

  /** The ends of a key's range, and the nearest values beyond them. */
  private record Ends(Key<?> key, String from, String to, String below, String above) {}

  @Test
  void bothEndsAreAcceptedAndNothingBeyondThem() {
    List<Ends> all = new ArrayList<>();
    for (Key<?> key : Keys.all().values()) {
      Matcher range = RANGE.matcher(key.expected());
      if (range.matches()) {
        all.add(ends(key, range.group(1), range.group(2), range.group(3)));
      }
    }
    for (Ends ends : all) {
      accepts(ends.key, ends.from);
      accepts(ends.key, ends.to);
      refuses(ends.key, ends.below);
      refuses(ends.key, ends.above);
    }
    assertThat(all).as("keys with a range").hasSizeGreaterThan(30);
    assertThat(all.stream().map(ends -> ends.key.expected().split(" ", 2)[0]).distinct())
        .containsExactlyInAnyOrder("integer", "size", "number", "duration");
  }

  private static Ends ends(Key<?> key, String kind, String from, String to) {
    return switch (kind) {
      case "number" ->
          new Ends(
              key,
              from,
              to,
              Float.toString(Math.nextDown(Float.parseFloat(from))),
              Float.toString(Math.nextUp(Float.parseFloat(to))));
      case "duration" ->
          new Ends(
              key,
              from,
              to,
              Texts.duration(from).toMillis() - 1 + "ms",
              Texts.duration(to).toMillis() + 1 + "ms");
      default ->
          new Ends(
              key,
              from,
              to,
              new BigInteger(from).subtract(BigInteger.ONE).toString(),
              new BigInteger(to).add(BigInteger.ONE).toString());
    };
  }

  private static void accepts(Key<?> key, String text) {
    assertThatCode(() -> key.parse(text)).as("%s=%s", key, text).doesNotThrowAnyException();
  }

  private static void refuses(Key<?> key, String text) {
    assertThatThrownBy(() -> key.parse(text)).as("%s=%s", key, text).isInstanceOf(Exception.class);
  }
}
