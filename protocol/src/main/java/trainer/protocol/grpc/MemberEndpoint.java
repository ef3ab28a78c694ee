package trainer.protocol.grpc;

import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.List;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.message.FromMemberCodec;
import trainer.protocol.message.MalformedMessageException;
import trainer.protocol.message.ToMemberCodec;
import trainer.protocol.proto.FromMemberProto;
import trainer.protocol.proto.ToMemberProto;

/** Serves the sessions of members. */
public final class MemberEndpoint {
  private final MemberListener listener;

  public MemberEndpoint(MemberListener listener) {
    this.listener = listener;
  }

  /** For {@link GrpcServer#start}. */
  public ServerServiceDefinition service() {
    return ServerServiceDefinition.builder(Methods.MEMBER)
        .addMethod(Methods.SESSION, ServerCalls.asyncBidiStreamingCall(this::open))
        .build();
  }

  private StreamObserver<FromMemberProto> open(StreamObserver<ToMemberProto> answers) {
    Session session =
        new Session(Admission.peer(), (ServerCallStreamObserver<ToMemberProto>) answers);
    listener.opened(session);
    return session;
  }

  private final class Session implements MemberLink, StreamObserver<FromMemberProto> {
    private final Hello peer;
    private final ServerCallStreamObserver<ToMemberProto> answers;
    private final SendBuffer backlog = new SendBuffer();
    private boolean closed;

    Session(Hello peer, ServerCallStreamObserver<ToMemberProto> answers) {
      this.peer = peer;
      this.answers = answers;
      answers.setOnCancelHandler(() -> end(null, "its connection broke"));
    }

    @Override
    public Hello peer() {
      return peer;
    }

    @Override
    public void send(List<ToMember> messages) {
      if (!areTaken(ToMemberCodec.encode(messages))) {
        end(
            Status.RESOURCE_EXHAUSTED.withDescription("the member does not take what it is told"),
            "it does not take what it is told");
      }
    }

    /**
     * Whether the stream accepted all messages, or has ended, so that dropping them does not
     * matter.
     */
    private synchronized boolean areTaken(List<ToMemberProto> protos) {
      for (ToMemberProto proto : protos) {
        if (closed) {
          return true;
        }
        if (!backlog.admits(answers, proto.getSerializedSize())) {
          return false;
        }
        answers.onNext(proto);
      }
      return true;
    }

    @Override
    public void close() {
      end(Status.OK, "it was closed here");
    }

    @Override
    public void onNext(FromMemberProto proto) {
      List<FromMember> messages;
      try {
        messages = FromMemberCodec.decodeAll(proto);
      } catch (MalformedMessageException e) {
        end(Status.INVALID_ARGUMENT.withDescription(e.getMessage()), e.getMessage());
        return;
      }
      for (FromMember message : messages) {
        if (message instanceof FromMember.Register register && !isPeer(register)) {
          end(
              Status.PERMISSION_DENIED.withDescription("another process than the connection's"),
              "it registered as another process than " + peer.from());
          return;
        }
        if (message instanceof FromMember.Register && messages.size() > 1) {
          end(
              Status.INVALID_ARGUMENT.withDescription("a process registers alone"),
              "it registered and said something at once");
          return;
        }
      }
      listener.onMessages(this, messages);
    }

    @Override
    public void onError(Throwable cause) {
      end(null, Status.fromThrowable(cause).toString());
    }

    @Override
    public void onCompleted() {
      end(Status.OK, "it ended the stream");
    }

    private boolean isPeer(FromMember.Register register) {
      FromMember.Identity identity = register.identity();
      return peer.from()
          .equals(new Party(identity.role(), identity.index(), register.incarnation()));
    }

    /** Ends the stream once, with a status, or with null when the other end is gone. */
    private void end(Status status, String why) {
      synchronized (this) {
        if (closed) {
          return;
        }
        closed = true;
        if (status != null && !answers.isCancelled()) {
          if (status.isOk()) {
            answers.onCompleted();
          } else {
            answers.onError(status.asException());
          }
        }
      }
      listener.closed(this, why);
    }
  }
}
