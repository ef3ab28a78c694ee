package trainer.protocol.grpc;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.security.SecureRandom;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.ServerHandshake;
import trainer.protocol.proto.HandshakeFrame;

/** Serves the first call of every connection. */
final class HandshakeEndpoint {
  private final Gatekeeper gatekeeper;
  private final SecureRandom random = new SecureRandom();

  HandshakeEndpoint(Gatekeeper gatekeeper) {
    this.gatekeeper = gatekeeper;
  }

  ServerServiceDefinition service() {
    return ServerServiceDefinition.builder(Methods.CONNECTION)
        .addMethod(Methods.HANDSHAKE, ServerCalls.asyncBidiStreamingCall(Exchange::new))
        .build();
  }

  private final class Exchange implements StreamObserver<HandshakeFrame> {
    private final UnauthenticatedPeer stranger = Admission.CONNECTION.get();
    private final ServerHandshake handshake = new ServerHandshake(gatekeeper, random);
    private final StreamObserver<HandshakeFrame> answers;

    Exchange(StreamObserver<HandshakeFrame> answers) {
      this.answers = answers;
    }

    @Override
    public void onNext(HandshakeFrame frame) {
      if (handshake.isOver()) {
        return;
      }
      handshake.feed(frame.getBytes().asReadOnlyByteBuffer());
      if (handshake.isAccepted()) {
        stranger.admit(handshake.peer());
      }
      byte[] output = handshake.takeOutput();
      if (output != null) {
        answers.onNext(
            HandshakeFrame.newBuilder().setBytes(UnsafeByteOperations.unsafeWrap(output)).build());
      }
      if (handshake.isAccepted()) {
        answers.onCompleted();
      } else if (handshake.isRefused()) {
        answers.onError(Status.UNAUTHENTICATED.asException());
        stranger.refuse(handshake.refusal());
      }
    }

    @Override
    public void onError(Throwable cause) {
      if (!handshake.isOver()) {
        stranger.refuse("the handshake broke off");
      }
    }

    @Override
    public void onCompleted() {
      if (!handshake.isOver()) {
        answers.onError(Status.UNAUTHENTICATED.asException());
        stranger.refuse("the handshake was not carried through");
      }
    }
  }
}
