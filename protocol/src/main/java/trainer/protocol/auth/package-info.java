/**
 * Mutual proof of the job's secret between two processes, before any other message.
 *
 * <p>The handshake is a few short messages, the same on gRPC and on bulk connections. {@link
 * trainer.protocol.auth.ClientHandshake} and {@link trainer.protocol.auth.ServerHandshake} are pure
 * machines that consume bytes. The client names itself and the process it wants. The server proves
 * itself first, then the client does. Both proofs are HMAC-SHA-256 over the client's whole hello
 * and the server's nonce. They hold only for this connection, job, role, index and incarnation.
 */
package trainer.protocol.auth;
