package trainer.protocol.grpc;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import trainer.protocol.proto.KillReply;
import trainer.protocol.proto.KillRequest;
import trainer.protocol.proto.StatusReply;
import trainer.protocol.proto.StatusRequest;
import trainer.protocol.proto.StopReply;
import trainer.protocol.proto.StopRequest;

/** Serves the commands of users. */
public final class ControlEndpoint {
  private final ControlListener listener;

  public ControlEndpoint(ControlListener listener) {
    this.listener = listener;
  }

  /** For {@link GrpcServer#start}. */
  public ServerServiceDefinition service() {
    return ServerServiceDefinition.builder(Methods.CONTROL)
        .addMethod(Methods.STATUS, ServerCalls.asyncUnaryCall(this::status))
        .addMethod(Methods.KILL, ServerCalls.asyncUnaryCall(this::kill))
        .addMethod(Methods.STOP, ServerCalls.asyncUnaryCall(this::stop))
        .build();
  }

  private void status(StatusRequest request, StreamObserver<StatusReply> answers) {
    ignoreCancellation(answers);
    listener.status(
        request.getJob(),
        status -> {
          if (status == null) {
            answers.onError(
                Status.NOT_FOUND.withDescription("no job " + request.getJob()).asException());
          } else {
            answer(answers, proto(status));
          }
        });
  }

  private void kill(KillRequest request, StreamObserver<KillReply> answers) {
    ignoreCancellation(answers);
    listener.kill(
        request.getJob(),
        request.getUser(),
        request.getReason(),
        answer ->
            answer(
                answers,
                KillReply.newBuilder()
                    .setAccepted(answer.accepted())
                    .setMessage(answer.message())
                    .build()));
  }

  private void stop(StopRequest request, StreamObserver<StopReply> answers) {
    ignoreCancellation(answers);
    listener.stop(
        request.getJob(),
        request.getUser(),
        request.getReason(),
        answer ->
            answer(
                answers,
                StopReply.newBuilder()
                    .setAccepted(answer.accepted())
                    .setMessage(answer.message())
                    .build()));
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

  /** With a handler set, answering a client that has left is no error. */
  private static void ignoreCancellation(StreamObserver<?> answers) {
    ((ServerCallStreamObserver<?>) answers).setOnCancelHandler(() -> {});
  }

  private static <A> void answer(StreamObserver<A> answers, A answer) {
    answers.onNext(answer);
    answers.onCompleted();
  }
}
