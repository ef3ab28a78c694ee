package trainer.client.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FolderSelectionTest {
  private static final long NOW = Duration.ofDays(1000).toMillis();
  private static final FolderSelection MONTH =
      new FolderSelection(Duration.ofDays(30), 0, null, false);

  private static StoredFolder folder(int number, String state, int age, Integer... needs) {
    return new StoredFolder(
        name(number),
        "hdfs://nn/jobs/" + name(number),
        state,
        NOW - Duration.ofDays(age).toMillis(),
        Set.copyOf(Arrays.stream(needs).map(FolderSelectionTest::name).toList()),
        false);
  }

  private static String name(int number) {
    return "application_17_000" + number;
  }

  private static List<String> deleted(FolderSelection selection, StoredFolder... all) {
    return selection.of(List.of(all), NOW).stream()
        .filter(FolderSelection.Choice::isDeleted)
        .map(choice -> choice.folder().application())
        .toList();
  }

  @Test
  void deletesEndedFoldersOfTheAgeAlone() {
    assertThat(
            deleted(
                MONTH,
                folder(1, "EXITED", 40),
                folder(2, "FAILED", 31),
                folder(3, "EXITED", 29),
                folder(4, "RUNNING", 90),
                folder(5, "UNKNOWN", 90)))
        .containsExactly(name(2), name(1));
  }

  @Test
  void listsNoRunningJob() {
    assertThat(MONTH.of(List.of(folder(1, "RUNNING", 40), folder(2, "EXITED", 1)), NOW))
        .extracting(choice -> choice.folder().application() + ": " + choice.kept())
        .containsExactly(name(2) + ": it is younger than --older-than");
  }

  @Test
  void keepsTheNewestOfTheState() {
    FolderSelection selection = new FolderSelection(Duration.ZERO, 1, "FAILED", false);
    assertThat(
            deleted(
                selection,
                folder(1, "FAILED", 3),
                folder(2, "FAILED", 2),
                folder(3, "EXITED", 1),
                folder(4, "EXITED", 9)))
        .containsExactly(name(1));
  }

  @Test
  void keepsWhatAKeptOrRunningJobGoesOnFrom() {
    StoredFolder first = folder(1, "EXITED", 40);
    StoredFolder second = folder(2, "EXITED", 35, 1);
    assertThat(deleted(MONTH, first, second, folder(3, "EXITED", 3, 2))).isEmpty();
    assertThat(deleted(MONTH, first, second, folder(3, "RUNNING", 90, 2))).isEmpty();
    assertThat(MONTH.of(List.of(first, folder(3, "RUNNING", 1, 1)), NOW).get(0).kept())
        .isEqualTo(name(3) + " goes on from it");
    assertThat(deleted(MONTH, first, second, folder(3, "EXITED", 31, 2)))
        .containsExactly(name(3), name(2), name(1));
  }

  @Test
  void keepsTheOnlyCopyOfAModelUnlessAskedForIt() {
    StoredFolder model =
        new StoredFolder(name(1), "hdfs://nn/jobs/" + name(1), "EXITED", 0, Set.of(), true);
    assertThat(deleted(MONTH, model)).isEmpty();
    assertThat(deleted(new FolderSelection(Duration.ofDays(30), 0, null, true), model))
        .containsExactly(name(1));
  }

  @Test
  void deletesUnknownFoldersOnlyByName() {
    FolderSelection unknown = new FolderSelection(Duration.ZERO, 0, "UNKNOWN", false);
    assertThat(deleted(unknown, folder(1, "UNKNOWN", 2), folder(2, "UNKNOWN", 0)))
        .containsExactly(name(1));
  }
}
