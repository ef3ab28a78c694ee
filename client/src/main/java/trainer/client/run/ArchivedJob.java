package trainer.client.run;

import java.io.IOException;
import trainer.client.watch.JobDocument;
import trainer.client.watch.MasterLink;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;
import trainer.core.job.Role;
import trainer.protocol.grpc.ControlListener;

/** A job of an embedded cluster that has ended, from its archive on this machine. */
record ArchivedJob(String jobId, MasterLink link) implements RunningJob {
  @Override
  public Observation observe() throws IOException {
    byte[] kept = link.report();
    if (kept == null) {
      throw new IOException("there is no report of " + jobId + " in " + link.reportPath());
    }
    return Observation.ofEnded(JobDocument.parse(kept));
  }

  @Override
  public ControlListener.Answer kill(String reason) {
    return new ControlListener.Answer(false, jobId + " has ended already");
  }

  @Override
  public ControlListener.Answer stop(String reason) {
    return new ControlListener.Answer(false, jobId + " has ended already");
  }

  @Override
  public ControlListener.Answer scale(Role role, int count) {
    return new ControlListener.Answer(false, jobId + " has ended already");
  }

  @Override
  public boolean survivesClient() {
    return true;
  }

  @Override
  public void close() {
    link.close();
  }
}
