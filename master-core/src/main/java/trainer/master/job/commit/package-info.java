/**
 * The commit of versions, and how a new master finds the newest committed one. Start with {@code
 * CommitCoordinator}, then {@code PserverTakeover}.
 */
package trainer.master.job.commit;
