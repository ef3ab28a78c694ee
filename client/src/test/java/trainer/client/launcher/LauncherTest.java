package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class LauncherTest {
  private static final int JAVA_8 = 52;

  @Test
  void isByteCodeOfJava8() throws IOException {
    for (String name :
        List.of(
            "Launcher",
            "JavaHome",
            "BundleCache",
            "UnusedBundles",
            "ClassArchive",
            "LibrariesJar",
            "InheritedFileLimit",
            "ClientLocale",
            "ClientOptions",
            "ClientProcess")) {
      try (InputStream in = Launcher.class.getResourceAsStream(name + ".class");
          DataInputStream data = new DataInputStream(in)) {
        assertThat(data.readInt()).isEqualTo(0xCAFEBABE);
        assertThat(data.readUnsignedShort()).isZero();
        assertThat(data.readUnsignedShort()).as(name).isEqualTo(JAVA_8);
      }
    }
  }

  @Test
  void unpacksHadoopOnlyWhenItIsAskedFor() {
    assertThat(Launcher.needsEmbedded(List.of("demo"))).isTrue();
    assertThat(Launcher.needsEmbedded(List.of("-D", "a=b", "demo"))).isTrue();
    assertThat(Launcher.needsEmbedded(List.of("submit", "--master", "EMBEDDED"))).isTrue();
    assertThat(Launcher.needsEmbedded(List.of("submit", "--master", "embedded"))).isTrue();
    assertThat(Launcher.needsEmbedded(List.of("submit", "--master=embedded"))).isTrue();
    assertThat(Launcher.needsEmbedded(List.of("submit", "--master", "local"))).isFalse();
    assertThat(Launcher.needsEmbedded(List.of("submit", "--name", "demo"))).isFalse();
  }
}
