package trainer.protocol.grpc;

import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.protocol.auth.Handshake;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Secret;
import trainer.protocol.message.FromMemberCodec;
import trainer.protocol.message.MalformedMessageException;
import trainer.protocol.message.ToMemberCodec;
import trainer.protocol.proto.FromMemberProto;
import trainer.protocol.proto.ToMemberProto;

/**
 * A member's end of its session stream, on a connection of its own. Thread-safe. A broken stream is
 * never repaired: the member closes it and opens another.
 */
public final class MemberStream implements AutoCloseable {
  private final AuthenticatedChannel connection;
  private final Answers answers;
  private final SendBuffer backlog = new SendBuffer();
  private boolean closed;

  private MemberStream(AuthenticatedChannel connection, Answers answers) {
    this.connection = connection;
    this.answers = answers;
  }

  /**
   * Connects, shakes hands and opens the session. The first message to send is {@link
   * FromMember.Register}, of the party that {@code hello} is from.
   *
   * @param patience for connection and handshake
   * @throws trainer.protocol.auth.HandshakeException when the other end is not the intended one, or
   *     refuses
   * @throws IOException when there is no answer
   */
  public static MemberStream open(
      String host, int port, Hello hello, Secret secret, Duration patience, MasterListener listener)
      throws IOException {
    AuthenticatedChannel connection =
        AuthenticatedChannel.open(host, port, hello, secret, patience);
    Answers answers = new Answers(listener);
    ClientCalls.asyncBidiStreamingCall(
        connection.channel().newCall(Methods.SESSION, CallOptions.DEFAULT), answers);
    return new MemberStream(connection, answers);
  }

  /** The same with the full time limit of a handshake. */
  public static MemberStream open(
      String host, int port, Hello hello, Secret secret, MasterListener listener)
      throws IOException {
    return open(host, port, hello, secret, Handshake.BUDGET, listener);
  }

  /** Sends, or does nothing on a stream that is closed or broken already. */
  public void send(FromMember message) {
    send(List.of(message));
  }

  /** Sends messages together, or does nothing on a stream that is closed or broken already. */
  public void send(List<FromMember> messages) {
    if (!areTaken(FromMemberCodec.encode(messages))) {
      answers.requests.cancel("the master does not take what it is told", null);
    }
  }

  /**
   * Whether the stream accepted all messages, or has ended, so that dropping them does not matter.
   */
  private synchronized boolean areTaken(List<FromMemberProto> protos) {
    for (FromMemberProto proto : protos) {
      if (closed || answers.ended) {
        return true;
      }
      if (!backlog.admits(answers.requests, proto.getSerializedSize())) {
        return false;
      }
      answers.requests.onNext(proto);
    }
    return true;
  }

  /** Ends the stream once the messages sent are on their way; waits a moment for that. */
  public void complete(Duration patience) {
    synchronized (this) {
      if (closed || answers.ended) {
        return;
      }
      closed = true;
      answers.requests.onCompleted();
    }
    connection.channel().shutdown();
    try {
      connection.channel().awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    connection.close();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    connection.close();
  }

  private static final class Answers
      implements ClientResponseObserver<FromMemberProto, ToMemberProto> {
    private final MasterListener listener;
    private ClientCallStreamObserver<FromMemberProto> requests;
    private volatile boolean ended;

    Answers(MasterListener listener) {
      this.listener = listener;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<FromMemberProto> stream) {
      requests = stream;
    }

    @Override
    public void onNext(ToMemberProto proto) {
      List<ToMember> messages;
      try {
        messages = ToMemberCodec.decodeAll(proto);
      } catch (MalformedMessageException e) {
        ended = true;
        requests.cancel(e.getMessage(), e);
        return;
      }
      messages.forEach(listener::onMessage);
    }

    @Override
    public void onError(Throwable cause) {
      ended = true;
      listener.broken(Status.fromThrowable(cause).toString());
    }

    @Override
    public void onCompleted() {
      ended = true;
      listener.broken("the master ended the session");
    }
  }
}
