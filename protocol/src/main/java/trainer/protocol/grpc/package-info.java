/**
 * Control on the wire: the master's server and its clients, over gRPC. The only place that depends
 * on gRPC and Netty.
 *
 * <p>Serving starts at {@link trainer.protocol.grpc.GrpcServer} with a {@link
 * trainer.protocol.grpc.MemberEndpoint} and a {@link trainer.protocol.grpc.ControlEndpoint}. A
 * member connects by {@link trainer.protocol.grpc.MemberStream}, a command by {@link
 * trainer.protocol.grpc.ControlClient}.
 *
 * <p>A connection is unauthenticated until the handshake, its first call, has succeeded. Until then
 * {@link trainer.protocol.grpc.UnauthenticatedPeer} bounds its bytes and its time, and the
 * interceptor refuses every other call without reading its messages.
 */
package trainer.protocol.grpc;
