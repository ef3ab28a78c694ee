package trainer.appmaster.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.container.files.RetryPolicy;
import trainer.container.session.AddressFile;
import trainer.container.session.HostPort;
import trainer.container.session.MasterAddress;
import trainer.core.id.Term;

class LeadershipChecksTest {
  @TempDir Path folder;
  private final CountDownLatch superseded = new CountDownLatch(1);

  @Test
  void aMasterLearnsOfALaterOneThatIsRecorded() throws Exception {
    AddressFile file = file();
    MasterAddress first = address(1111, 1);
    MasterAddress later = address(2222, 2);
    try (LeadershipChecks checks = new LeadershipChecks(file, first, superseded::countDown)) {
      checks.announce(RetryPolicy.forAMoment());
      assertThat(file.read()).contains(first);
      file.write(later);

      assertThat(superseded.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(file.read()).contains(later);
    }
  }

  private AddressFile file() throws IOException {
    return new AddressFile(
        folder.resolve("master.address").toUri().toString(), new Configuration());
  }

  private static MasterAddress address(int port, long term) {
    return new MasterAddress(new HostPort("localhost", port), "http://page/", new Term(term));
  }
}
