package trainer.master.job.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;

class HostRankingTest {
  private final BlockIndex.Builder index =
      new BlockIndex.Builder().file(new InputFile("hdfs:/a", 1000, 1));

  private void block(long length, String... hosts) {
    index.block(0, length, 1).on(List.of(hosts));
  }

  @Test
  void hostsWithMostBytesComeFirst() {
    block(10, "b", "c");
    block(50, "a", "c");
    block(40, "b");
    assertThat(HostRanking.of(index.build())).containsExactly("c", "a", "b");
  }

  @Test
  void noneAreKnownOfAnObjectStore() {
    index.block(0, 10, 1);
    assertThat(HostRanking.of(index.build())).isEmpty();
  }
}
