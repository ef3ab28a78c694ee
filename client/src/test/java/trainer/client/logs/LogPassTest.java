package trainer.client.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.job.JobFolder;

/** Reading logs while they grow. */
class LogPassTest {
  @TempDir Path temp;
  private final List<String> seen = new ArrayList<>();
  private Path log;

  @BeforeEach
  void writeLogs() throws IOException {
    log = write("worker-0/c_2/log", "first\nsecond\nbegun");
    write("worker-0/c_2/stdout", "");
    write("master-0/c_1/log", "leads\n");
  }

  private Path write(String name, String text) throws IOException {
    Path file = temp.resolve("logs").resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private LogPass pass(String wanted) throws IOException {
    return new LogPass(new JobFolder(temp.toUri().toString()), wanted, new Configuration());
  }

  private List<LogPass.Unread> read(LogPass pass, boolean last) throws IOException {
    return pass.read(
        last, (file, number, text) -> seen.add(file.process() + ":" + number + ":" + text));
  }

  @Test
  void readsEveryProcessAndHoldsAnUnfinishedLineBack() throws IOException {
    read(pass(null), false);
    assertThat(seen).containsExactly("master-0:1:leads", "worker-0:1:first", "worker-0:2:second");
  }

  @Test
  void lastPassGivesTheUnfinishedLine() throws IOException {
    read(pass("worker-0"), true);
    assertThat(seen).containsExactly("worker-0:1:first", "worker-0:2:second", "worker-0:3:begun");
  }

  @Test
  void aRoleStandsForAllItsProcesses() throws IOException {
    write("worker-1/c_3/log", "of another\n");
    assertThat(pass("worker").list()).extracting(LogFile::process).contains("worker-0", "worker-1");
    assertThat(pass("worker").list()).extracting(LogFile::process).doesNotContain("master-0");
  }

  @Test
  void aNameWithoutLogsGetsTheNearestAndThoseThatExist() throws IOException {
    assertThat(pass("worker-O").list()).isEmpty();
    assertThat(pass("worker-O").names())
        .isEqualTo("did you mean worker-0? there are those of master-0, worker-0");
    assertThat(pass("elephant").names()).isEqualTo("there are those of master-0, worker-0");
    assertThat(pass("container_17_9").names()).isEqualTo("there are those of c_1, c_2");
    for (int i = 1; i < 20; i++) {
      write("worker-" + i + "/c_" + i + "/log", "");
    }
    assertThat(pass("elephant").names()).endsWith(" and 9 more");
  }

  @Test
  void laterPassGivesWhatIsNew() throws IOException {
    LogPass pass = pass("c_2");
    read(pass, false);
    seen.clear();
    Files.writeString(log, " and done\nthird\n", StandardOpenOption.APPEND);
    write("worker-0/c_3/log", "of another container\n");
    read(pass, false);
    assertThat(seen).containsExactly("worker-0:3:begun and done", "worker-0:4:third");
  }

  @Test
  void processThatComesLaterIsReadFromItsBeginning() throws IOException {
    LogPass pass = pass("worker-0");
    read(pass, false);
    seen.clear();
    write("worker-0/c_3/log", "again\n");
    read(pass, false);
    assertThat(seen).containsExactly("worker-0:1:again");
  }

  @Test
  void endlessLineComesInPieces() throws IOException {
    Files.writeString(log, "x".repeat(3 * LogTail.LONGEST_LINE + 5) + "\n");
    List<Integer> lengths = new ArrayList<>();
    pass("c_2").read(true, (file, number, text) -> lengths.add(text.length()));
    assertThat(lengths)
        .containsExactly(LogTail.LONGEST_LINE, LogTail.LONGEST_LINE, LogTail.LONGEST_LINE, 5);
  }

  private LogPass passOn(Map<String, String> settings) throws IOException {
    Configuration hadoop = new Configuration();
    settings.forEach(hadoop::set);
    return new LogPass(new JobFolder(temp.toUri().toString()), null, hadoop);
  }

  @Test
  void readsTheOthersWhereOneFileCannotBeRead() throws IOException {
    LogPass pass = passOn(LostBlockFileSystem.settings("master-0/c_1/log"));
    List<LogPass.Unread> unread = read(pass, true);
    assertThat(seen).containsExactly("worker-0:1:first", "worker-0:2:second", "worker-0:3:begun");
    assertThat(unread).extracting(one -> one.file().toString()).containsExactly("master-0/c_1/log");
    assertThat(unread.get(0).why()).hasMessageContaining("Cannot obtain block length");
    assertThat(read(pass, true)).as("it is named once").isEmpty();
  }

  @Test
  void failsWhereTheStorageDoesNotAnswer() throws IOException {
    LogPass pass = passOn(LostBlockFileSystem.settingsOfLostStorage("master-0/c_1/log"));
    assertThatThrownBy(() -> read(pass, true)).isInstanceOf(ConnectException.class);
  }

  @Test
  void jobWithoutLogsHasNone() throws IOException {
    LogPass pass =
        new LogPass(
            new JobFolder(temp.resolve("none").toUri().toString()), null, new Configuration());
    assertThat(pass.list()).isEmpty();
  }
}
