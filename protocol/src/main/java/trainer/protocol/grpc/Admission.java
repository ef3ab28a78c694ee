package trainer.protocol.grpc;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.util.Map;
import trainer.protocol.auth.Hello;

/**
 * Admits the handshake as the first call of a connection, and other calls only from admitted peers
 * and for the purpose they proved. The messages of a refused call are never read: its listener
 * requests none.
 */
final class Admission extends ServerTransportFilter implements ServerInterceptor {
  /** The connection of the current call. */
  static final Context.Key<UnauthenticatedPeer> CONNECTION = Context.key("trainer.connection");

  private static final Attributes.Key<UnauthenticatedPeer> STRANGER =
      Attributes.Key.create("stranger");

  private final Map<UnauthenticatedPeer.Ends, UnauthenticatedPeer> strangers;

  Admission(Map<UnauthenticatedPeer.Ends, UnauthenticatedPeer> strangers) {
    this.strangers = strangers;
  }

  /** The peer that makes the current call. */
  static Hello peer() {
    return CONNECTION.get().peer();
  }

  @Override
  public Attributes transportReady(Attributes transport) {
    UnauthenticatedPeer stranger =
        strangers.get(
            new UnauthenticatedPeer.Ends(
                transport.get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR),
                transport.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)));
    if (stranger == null) {
      throw new IllegalStateException("a connection that was never accepted: " + transport);
    }
    return transport.toBuilder().set(STRANGER, stranger).build();
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    UnauthenticatedPeer stranger = call.getAttributes().get(STRANGER);
    String refusal = refusal(call, stranger);
    if (refusal != null) {
      call.close(Status.UNAUTHENTICATED.withDescription(refusal), new Metadata());
      stranger.refuse(refusal + ": " + call.getMethodDescriptor().getFullMethodName());
      return new ServerCall.Listener<>() {};
    }
    Context context = Context.current().withValue(CONNECTION, stranger);
    return Contexts.interceptCall(context, call, headers, next);
  }

  private static String refusal(ServerCall<?, ?> call, UnauthenticatedPeer stranger) {
    String service = call.getMethodDescriptor().getServiceName();
    if (Methods.CONNECTION.equals(service)) {
      return stranger.beginHandshake() ? null : "a second handshake";
    }
    Hello peer = stranger.peer();
    if (peer == null) {
      return "a call before the handshake";
    }
    return peer.purpose() == Methods.purposeOf(call.getMethodDescriptor())
        ? null
        : "a call for another purpose than the connection's";
  }
}
