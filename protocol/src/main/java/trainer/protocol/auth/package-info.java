/**
 * How two processes of a job prove to each other that they hold its secret, before anything else is
 * said.
 *
 * <p>The exchange is a few short messages, the same on gRPC and on bulk connections: {@link
 * trainer.protocol.auth.ClientHandshake} and {@link trainer.protocol.auth.ServerHandshake} are pure
 * machines that are fed with bytes. The client says who it is and whom it wants, the server proves
 * itself first, then the client does. Both proofs are HMAC-SHA-256 over the client's whole hello
 * and the server's nonce, so that they hold for this connection, job, role, index and incarnation
 * only.
 */
package trainer.protocol.auth;
