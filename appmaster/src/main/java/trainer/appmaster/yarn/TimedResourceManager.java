package trainer.appmaster.yarn;

import java.io.IOException;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.impl.AMRMClientImpl;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** YARN's client, with the time of the ResourceManager's last answer to this attempt. */
final class TimedResourceManager extends AMRMClientImpl<ContainerRequest> {
  private volatile long answeredAt = System.nanoTime();

  @Override
  public AllocateResponse allocate(float progress) throws YarnException, IOException {
    AllocateResponse answer = super.allocate(progress);
    answeredAt = System.nanoTime();
    return answer;
  }

  /**
   * The time in the clock of {@link System#nanoTime}; before the first answer, the time of
   * construction.
   */
  long answeredAt() {
    return answeredAt;
  }
}
