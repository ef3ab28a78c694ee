package trainer.onnx.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

class NativeLibraryTest {
  @Test
  void hasLibrariesForTwoProcessors() {
    assertThat(NativeLibrary.ONNX_RUNTIME.platform("Linux", "amd64")).isEqualTo("x64");
    assertThat(NativeLibrary.TOKENIZERS.platform("Linux", "aarch64")).isEqualTo("aarch64/cpu");
  }

  @Test
  void blamesTheMachineThatCannotLoadThem() {
    assertThatExceptionOfType(FailureException.class)
        .isThrownBy(() -> NativeLibrary.ONNX_RUNTIME.platform("Linux", "ppc64le"))
        .withMessageStartingWith(
            "NODE_UNFIT: this machine is Linux on ppc64le, and the jar has no ONNX Runtime for it")
        .withMessageContaining("glibc 2.27 or newer");
    assertThatExceptionOfType(FailureException.class)
        .isThrownBy(() -> NativeLibrary.ONNX_RUNTIME.platform("Mac OS X", "aarch64"))
        .withMessageContaining("Mac OS X");
  }

  @Test
  void namesTheFolderThatTakesNoFiles() {
    NativeLibrary broken =
        new NativeLibrary(
            "a test",
            "/trainer/onnx/natives/",
            List.of(".", "."),
            List.of("NativeLibraryTest.class"));
    assertThatExceptionOfType(FailureException.class)
        .isThrownBy(() -> broken.load(Path.of("target", "not", "there")))
        .withMessageStartingWith("NODE_UNFIT: this machine cannot unpack a test")
        .withMessageContaining("not/there");
  }

  @Test
  void quotesTheLoaderOfTheSystem() {
    NativeLibrary broken =
        new NativeLibrary(
            "a test",
            "/trainer/onnx/",
            List.of("natives", "natives"),
            List.of("NativeLibraryTest.class"));
    assertThatExceptionOfType(FailureException.class)
        .isThrownBy(() -> broken.load(Path.of("target")))
        .withMessageStartingWith("NODE_UNFIT: this machine cannot load a test: ")
        .withMessageContaining("invalid ELF header")
        .satisfies(e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.NODE_UNFIT));
  }
}
