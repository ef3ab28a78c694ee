package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class HdfsCloseTuningTest {
  private static final int HADOOPS_MILLIS = 400 * ((1 << 5) - 1);

  private final Configuration hadoop = new Configuration(false);

  @Test
  void firstSleepIsShortAndPatienceIsAsLongAsHadoops() {
    hadoop.addResource("hdfs-default.xml");
    HdfsCloseTuning.use(hadoop);
    int first = hadoop.getInt(HdfsCloseTuning.DELAY, 0);
    int tries = hadoop.getInt(HdfsCloseTuning.RETRIES, 0);
    assertThat(first).isLessThan(20);
    assertThat(first * ((1 << tries) - 1)).isGreaterThanOrEqualTo(HADOOPS_MILLIS);
  }

  @Test
  void whatSomebodyHasSaidStays() {
    hadoop.setInt(HdfsCloseTuning.RETRIES, 3);
    HdfsCloseTuning.use(hadoop);
    assertThat(hadoop.get(HdfsCloseTuning.DELAY)).isNull();
    assertThat(hadoop.getInt(HdfsCloseTuning.RETRIES, 0)).isEqualTo(3);
  }
}
