package trainer.protocol.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import trainer.core.job.JobId;

class SecretTest {
  private static final String APPLICATION = "application_1_0001";

  @Test
  void isExpandedAsTheFirstExampleOfRfc5869() {
    byte[] key =
        HexFormat.of().parseHex("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5");
    byte[] info = HexFormat.of().parseHex("f0f1f2f3f4f5f6f7f8f9");

    assertThat(Secret.of(key).expand(info).toBytes())
        .asHexString()
        .isEqualToIgnoringCase("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
  }

  @Test
  void everyJobHasItsOwnAndEveryMasterDerivesTheSame() {
    Secret application = Secret.random(new SecureRandom());
    byte[] first = application.ofJob(new JobId(APPLICATION, 1)).toBytes();

    assertThat(Secret.of(application.toBytes()).ofJob(new JobId(APPLICATION, 1)).toBytes())
        .isEqualTo(first);
    assertThat(application.ofJob(new JobId(APPLICATION, 2)).toBytes()).isNotEqualTo(first);
    assertThat(application.toBytes()).isNotEqualTo(first);
  }
}
