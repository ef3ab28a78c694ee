package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class QuickClosesTest {
  private static final int HADOOPS_MILLIS = 400 * ((1 << 5) - 1);

  private final Configuration hadoop = new Configuration(false);

  @Test
  void firstSleepIsShortAndPatienceIsAsLongAsHadoops() {
    hadoop.addResource("hdfs-default.xml");
    QuickCloses.use(hadoop);
    int first = hadoop.getInt(QuickCloses.DELAY, 0);
    int tries = hadoop.getInt(QuickCloses.RETRIES, 0);
    assertThat(first).isLessThan(20);
    assertThat(first * ((1 << tries) - 1)).isGreaterThanOrEqualTo(HADOOPS_MILLIS);
  }

  @Test
  void whatSomebodyHasSaidStays() {
    hadoop.setInt(QuickCloses.RETRIES, 3);
    QuickCloses.use(hadoop);
    assertThat(hadoop.get(QuickCloses.DELAY)).isNull();
    assertThat(hadoop.getInt(QuickCloses.RETRIES, 0)).isEqualTo(3);
  }
}
