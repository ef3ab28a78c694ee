/**
 * The shell around the pure core: one mailbox, one core thread, actions performed in order, and
 * nothing visible before it is durable. Start with {@code MasterLoop}, then {@code Gate}. No policy
 * lives here: what to do is decided in {@code session}, {@code job} and {@code fleet}, of
 * master-core.
 */
package trainer.appmaster.loop;
