package trainer.protocol.grpc;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.UncheckedIOException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.job.Role;
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

/**
 * Serves the commands of users, subject to {@link ControlAccess}. The user is the one proved by the
 * connection. A connection with the owner's secret proves no name; only then does the name count
 * that the client gives.
 */
public final class ControlEndpoint {
  private static final Logger LOG = LoggerFactory.getLogger(ControlEndpoint.class);

  private final ControlListener listener;
  private final ControlAccess access;
  private final Executor executor;

  /**
   * @param executor runs {@code access} and then {@code listener}
   */
  public ControlEndpoint(ControlListener listener, ControlAccess access, Executor executor) {
    this.listener = listener;
    this.access = access;
    this.executor = executor;
  }

  /** For {@link GrpcServer#start}. */
  public ServerServiceDefinition service() {
    return ServerServiceDefinition.builder(Methods.CONTROL)
        .addMethod(Methods.STATUS, ServerCalls.asyncUnaryCall(this::status))
        .addMethod(Methods.KILL, ServerCalls.asyncUnaryCall(this::kill))
        .addMethod(Methods.STOP, ServerCalls.asyncUnaryCall(this::stop))
        .addMethod(Methods.SCALE, ServerCalls.asyncUnaryCall(this::scale))
        .addMethod(Methods.SUBMIT, ServerCalls.asyncUnaryCall(this::submit))
        .build();
  }

  private void status(StatusRequest request, StreamObserver<StatusReply> answers) {
    serve(
        answers,
        access::mayView,
        "see",
        proved ->
            listener.status(
                request.getJob(),
                status -> {
                  if (status == null) {
                    answers.onError(
                        Status.NOT_FOUND
                            .withDescription("no job " + request.getJob())
                            .asException());
                  } else {
                    answer(answers, proto(status));
                  }
                }));
  }

  private void kill(KillRequest request, StreamObserver<KillReply> answers) {
    serve(
        answers,
        access::mayModify,
        "command",
        proved ->
            listener.kill(
                request.getJob(),
                proved == null ? request.getUser() : proved,
                request.getReason(),
                answer ->
                    answer(
                        answers,
                        KillReply.newBuilder()
                            .setAccepted(answer.accepted())
                            .setMessage(answer.message())
                            .build())));
  }

  private void stop(StopRequest request, StreamObserver<StopReply> answers) {
    serve(
        answers,
        access::mayModify,
        "command",
        proved ->
            listener.stop(
                request.getJob(),
                proved == null ? request.getUser() : proved,
                request.getReason(),
                answer ->
                    answer(
                        answers,
                        StopReply.newBuilder()
                            .setAccepted(answer.accepted())
                            .setMessage(answer.message())
                            .build())));
  }

  private void scale(ScaleRequest request, StreamObserver<ScaleReply> answers) {
    serve(
        answers,
        access::mayModify,
        "command",
        proved ->
            listener.scale(
                request.getJob(),
                proved == null ? request.getUser() : proved,
                Role.ofWord(request.getRole()),
                request.getCount(),
                answer ->
                    answer(
                        answers,
                        ScaleReply.newBuilder()
                            .setAccepted(answer.accepted())
                            .setMessage(answer.message())
                            .build())));
  }

  private void submit(SubmitRequest request, StreamObserver<SubmitReply> answers) {
    serve(
        answers,
        access::mayModify,
        "command",
        proved ->
            listener.submit(
                request.getJob(),
                request.getDigest(),
                answer -> {
                  if (answer == null) {
                    answers.onError(
                        Status.UNAVAILABLE
                            .withDescription("this master does not lead yet")
                            .asException());
                  } else {
                    answer(
                        answers,
                        SubmitReply.newBuilder()
                            .setAccepted(answer.accepted())
                            .setMessage(answer.message())
                            .build());
                  }
                }));
  }

  /**
   * Carries a command out, off the event loop, if the user may.
   *
   * @param command accepts the user proved by the connection, or null for the owner's secret
   */
  private void serve(
      StreamObserver<?> answers, Predicate<String> allowed, String what, Consumer<String> command) {
    ignoreCancellation(answers);
    Hello peer = Admission.peer();
    executor.execute(
        () -> {
          try {
            String user = access.userOf(peer);
            if (user == null || allowed.test(user)) {
              command.accept(user);
            } else {
              answers.onError(
                  Status.PERMISSION_DENIED
                      .withDescription(user + " may not " + what + " this job")
                      .asException());
            }
          } catch (UncheckedIOException e) {
            LOG.info(
                "A request to {} the job was not answered: {}", what, e.getCause().getMessage());
            fail(answers, Status.UNAVAILABLE.withDescription(e.getCause().getMessage()));
          } catch (RuntimeException e) { // a request must not end the job
            LOG.warn("a request to {} the job failed", what, e);
            fail(answers, Status.INTERNAL.withDescription(e.toString()));
          }
        });
  }

  private static void fail(StreamObserver<?> answers, Status why) {
    try {
      answers.onError(why.asException());
    } catch (IllegalStateException e) {
      LOG.debug("it was answered before it failed", e);
    }
  }

  private static StatusReply proto(JobStatus status) {
    return StatusReply.newBuilder()
        .setJob(status.job())
        .setState(status.state())
        .setEnded(status.ended())
        .setVersion(status.version())
        .setVersions(status.versions())
        .setRecordsComputed(status.recordsComputed())
        .setTrackingUrl(status.trackingUrl())
        .setReport(UnsafeByteOperations.unsafeWrap(status.report()))
        .build();
  }

  /** Keeps the answer to a client that has left from being an error. */
  private static void ignoreCancellation(StreamObserver<?> answers) {
    ((ServerCallStreamObserver<?>) answers).setOnCancelHandler(() -> {});
  }

  private static <A> void answer(StreamObserver<A> answers, A answer) {
    answers.onNext(answer);
    answers.onCompleted();
  }
}
