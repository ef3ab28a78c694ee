package trainer.appmaster.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLinesTest {
  @TempDir private Path folder;
  private LogLines log;

  @BeforeEach
  void open() throws IOException {
    log =
        new LogLines(
            FileSystem.getLocal(new Configuration()),
            new org.apache.hadoop.fs.Path(folder.toUri()));
  }

  private void write(String name, List<String> lines) throws IOException {
    Files.write(folder.resolve(name), lines);
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }

  @Test
  void theNewestLinesOfTheUsualFile() throws Exception {
    write("stdout", List.of("out"));
    write("log", List.of("one", "two", "three"));
    JsonNode answer = log.read("", "", 2);
    assertThat(texts(answer.path("files"))).containsExactly("log", "stdout");
    assertThat(answer.path("file").asText()).isEqualTo("log");
    assertThat(answer.path("skipped").asLong()).isZero();
    assertThat(texts(answer.path("lines"))).containsExactly("two", "three");
    assertThat(texts(log.read("stdout", "", 2).path("lines"))).containsExactly("out");
  }

  @Test
  void aTextIsSoughtInTheWholeFileInAnyCase() throws Exception {
    List<String> lines =
        IntStream.range(0, 60_000).mapToObj(i -> "line " + i + (i == 5 ? " WARN x" : "")).toList();
    write("log", lines);
    assertThat(log.read("", "", 3).path("skipped").asLong()).isPositive();
    assertThat(texts(log.read("", "", 3).path("lines")))
        .containsExactly("line 59997", "line 59998", "line 59999");
    assertThat(texts(log.read("", "warn", 3).path("lines"))).containsExactly("line 5 WARN x");
  }

  @Test
  void noPartOfALineIsTakenForALine() throws Exception {
    String line = "x".repeat(1 << 16);
    write("log", List.of(line, line, line, line, line, line, line, line, line, "last"));
    assertThat(texts(log.read("", "", 100).path("lines")))
        .hasSize(8)
        .allMatch(one -> one.equals("last") || one.length() == 4001);
  }

  @Test
  void wrongNamesAreRefused() throws Exception {
    write("log", List.of("one"));
    Files.createDirectory(folder.resolve("sub"));
    for (String name : List.of("sub", "../log", "/etc/passwd", "other")) {
      assertThatThrownBy(() -> log.read(name, "", 1))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageContaining("[log]");
    }
  }

  @Test
  void bytesThatAreNoTextAreShownAsFarAsTheyAre() throws Exception {
    Files.write(folder.resolve("log"), "a\n\u0000\nb".getBytes(StandardCharsets.UTF_8));
    assertThat(texts(log.read("", "", 9).path("lines"))).containsExactly("a", "\u0000", "b");
  }
}
