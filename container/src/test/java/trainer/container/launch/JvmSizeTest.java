package trainer.container.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JvmSizeTest {
  private static final double VMEM_RATIO = 2.1;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {512, 1024})
  @EnabledOnOs(OS.LINUX)
  void aLoadedProcessStaysInsideItsContainer(int memoryMb) throws Exception {
    List<String> output = run(new JvmSize(memoryMb, 2));
    assertThat(Loaded.megabytes(output, "VmHWM")).as("resident, %s", output).isLessThan(memoryMb);
    assertThat(Loaded.megabytes(output, "VmPeak"))
        .as("virtual, %s", output)
        .isLessThan((long) (VMEM_RATIO * memoryMb));
  }

  @Test
  void theHeapGrowsWithTheContainer() {
    assertThat(new JvmSize(256, 1).heapMb()).isEqualTo(96);
    assertThat(new JvmSize(512, 1).heapMb()).isEqualTo(320);
    assertThat(new JvmSize(1024, 1).heapMb()).isEqualTo(768);
    assertThat(new JvmSize(8192, 4).heapMb()).isEqualTo(6144);
  }

  /** Java's own share would leave rows but two thirds of the heap. */
  @Test
  void aHeapOfWhatStaysIsNearlyAllForIt() {
    assertThat(new JvmSize(1024, 1).flags()).noneMatch(flag -> flag.contains("New"));
    assertThat(new JvmSize(1024, 1).keepingMuch().quickly().flags())
        .contains("-XX:NewRatio=7", "-XX:Tier3CompileThreshold=10000")
        .noneMatch(flag -> flag.startsWith("-XX:Tier4"));
    assertThat(new JvmSize(1024, 1).flags())
        .noneMatch(flag -> flag.startsWith("-XX:Tier3CompileThreshold"));
  }

  private List<String> run(JvmSize size) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Launch.javaHere());
    line.addAll(size.flags());
    line.add("-cp");
    line.add(System.getProperty("java.class.path"));
    line.add(Loaded.class.getName());
    Path out = folder.resolve("out");
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    builder.redirectErrorStream(true).redirectOutput(out.toFile());
    int code = builder.start().waitFor();
    List<String> output = Files.readAllLines(out, StandardCharsets.UTF_8);
    assertThat(code).as("%s", output).isZero();
    return output;
  }
}
