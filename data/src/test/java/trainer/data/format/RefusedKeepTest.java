package trainer.data.format;

import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.input.LabelRule;
import trainer.data.AvroFiles;
import trainer.data.Input;
import trainer.data.TfExamples;
import trainer.data.index.InputCheck;

/** Rows of keys and values have no columns that scoring could copy to its output. */
class RefusedKeepTest {
  @TempDir private Path folder;

  private void requireRefused(String name, byte[] bytes) throws IOException {
    Input input = new Input(folder.resolve("in")).with("trainer.score.keep", "id");
    input.write(name, bytes);
    InputCheck check =
        new InputCheck(
            Input.hadoop(), Settings.of(Map.of("trainer.score.keep", "id")), LabelRule.ANY);
    for (ThrowingCallable refused :
        List.<ThrowingCallable>of(
            input::read, () -> check.check(folder.resolve("in").toString()))) {
      fails(FailureKind.INPUT_BAD_FILE, refused)
          .contains(
              "trainer.score.keep names columns, and the file has none: its rows are keys and"
                  + " values",
              name,
              "leave trainer.score.keep out, or score a table");
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void libsvmIsRefused() throws IOException {
    requireRefused("a.libsvm", ascii("1 3:0.5\n0 4:1\n"));
  }

  @Test
  void libffmIsRefused() throws IOException {
    requireRefused("a.ffm", ascii("1 0:3:0.5\n0 1:4:1\n"));
  }

  @Test
  void avroRowsOfKeysAndValuesAreRefused() throws IOException {
    requireRefused("a.avro", AvroFiles.plain("null", 3, 3));
  }

  @Test
  void examplesOfKeysAndValuesAreRefused() throws IOException {
    requireRefused("a.tfrecord", TfExamples.file(List.of(TfExamples.keyed(1))));
  }
}
