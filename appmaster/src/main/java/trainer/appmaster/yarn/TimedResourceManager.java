package trainer.appmaster.yarn;

import java.io.IOException;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.impl.AMRMClientImpl;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** YARN's client, which also knows when the ResourceManager last answered this attempt. */
final class TimedResourceManager extends AMRMClientImpl<ContainerRequest> {
  private volatile long answeredAt = System.nanoTime();

  @Override
  public AllocateResponse allocate(float progress) throws YarnException, IOException {
    AllocateResponse answer = super.allocate(progress);
    answeredAt = System.nanoTime();
    return answer;
  }

  /** In the clock of {@link System#nanoTime}; when it was made, before the first answer. */
  long answeredAt() {
    return answeredAt;
  }
}
