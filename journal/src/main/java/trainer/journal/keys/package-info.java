/**
 * Stores of small values with transactions, behind one port: {@code GuardedKeys}, by ZooKeeper and
 * by etcd. Nothing here depends on journals.
 */
package trainer.journal.keys;
