package trainer.protocol.grpc;

import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.protocol.auth.Credential;
import trainer.protocol.auth.HandshakeException;
import trainer.protocol.auth.Hello;
import trainer.protocol.proto.KillReply;
import trainer.protocol.proto.KillRequest;
import trainer.protocol.proto.ScaleReply;
import trainer.protocol.proto.ScaleRequest;
import trainer.protocol.proto.StatusReply;
import trainer.protocol.proto.StatusRequest;
import trainer.protocol.proto.StopReply;
import trainer.protocol.proto.StopRequest;
import trainer.protocol.proto.SubmitReply;
import trainer.protocol.proto.SubmitRequest;

/** A user's connection to the master, for commands. Calls block. */
public final class ControlClient implements AutoCloseable {
  private final AuthenticatedChannel connection;
  private final Duration patience;

  private ControlClient(AuthenticatedChannel connection, Duration patience) {
    this.connection = connection;
    this.patience = patience;
  }

  /**
   * Connects.
   *
   * @param credential the application's control secret, or a token of the cluster's
   * @param patience for each call
   * @throws HandshakeException when the other end is not the intended one, has another version, or
   *     refuses
   * @throws IOException when there is no answer
   */
  public static ControlClient open(
      String host, int port, String application, Credential credential, Duration patience)
      throws IOException {
    Hello hello = Hello.control(application, credential.token());
    return new ControlClient(
        AuthenticatedChannel.open(host, port, hello, credential.secret(), patience), patience);
  }

  /**
   * The state of the job.
   *
   * @param job a job id, or empty for the application's only job
   */
  public JobStatus status(String job) throws IOException {
    StatusReply reply = call(Methods.STATUS, StatusRequest.newBuilder().setJob(job).build());
    return new JobStatus(
        reply.getJob(),
        reply.getState(),
        reply.getEnded(),
        reply.getVersion(),
        reply.getVersions(),
        reply.getRecordsComputed(),
        reply.getTrackingUrl(),
        reply.getReport().toByteArray());
  }

  /** Requests the end of the job. */
  public ControlListener.Answer kill(String job, String user, String reason) throws IOException {
    KillRequest request =
        KillRequest.newBuilder().setJob(job).setUser(user).setReason(reason).build();
    KillReply reply = call(Methods.KILL, request);
    return new ControlListener.Answer(reply.getAccepted(), reply.getMessage());
  }

  /** Requests the end of training, with the export of the model in its state at that time. */
  public ControlListener.Answer stop(String job, String user, String reason) throws IOException {
    StopRequest request =
        StopRequest.newBuilder().setJob(job).setUser(user).setReason(reason).build();
    StopReply reply = call(Methods.STOP, request);
    return new ControlListener.Answer(reply.getAccepted(), reply.getMessage());
  }

  /** Requests another number of processes of a role. */
  public ControlListener.Answer scale(String job, String user, Role role, int count)
      throws IOException {
    ScaleRequest request =
        ScaleRequest.newBuilder()
            .setJob(job)
            .setUser(user)
            .setRole(role.word())
            .setCount(count)
            .build();
    ScaleReply reply = call(Methods.SCALE, request);
    return new ControlListener.Answer(reply.getAccepted(), reply.getMessage());
  }

  /**
   * Requests that the session carries a job.
   *
   * @param digest SHA-256 of the job file
   */
  public ControlListener.Answer submit(String job, String digest) throws IOException {
    SubmitRequest request = SubmitRequest.newBuilder().setJob(job).setDigest(digest).build();
    SubmitReply reply = call(Methods.SUBMIT, request);
    return new ControlListener.Answer(reply.getAccepted(), reply.getMessage());
  }

  @Override
  public void close() {
    connection.close();
  }

  private <Q, A> A call(MethodDescriptor<Q, A> method, Q request) throws IOException {
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return ClientCalls.blockingUnaryCall(connection.channel(), method, options, request);
    } catch (StatusRuntimeException e) {
      String said = e.getStatus().getDescription();
      if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
        throw new FailureException(new Failure(FailureKind.APPLICATION_NOT_FOUND, said, "", ""), e);
      }
      if (e.getStatus().getCode() == Status.Code.PERMISSION_DENIED) {
        throw new FailureException(
            new Failure(
                FailureKind.ACCESS_DENIED,
                said,
                "the master",
                "ask the job's owner, who names others in trainer.acl.view and trainer.acl.modify"),
            e);
      }
      throw new IOException("the master did not answer: " + e.getStatus(), e);
    }
  }
}
