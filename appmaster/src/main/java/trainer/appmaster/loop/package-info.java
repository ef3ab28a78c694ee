/**
 * The shell around the pure core: one mailbox, one core thread, actions performed in order, and
 * nothing visible before it is durable. Start with {@code MasterLoop}, then {@code Gate}. No policy
 * lives here: {@code session}, {@code job} and {@code fleet} of master-core decide.
 */
package trainer.appmaster.loop;
