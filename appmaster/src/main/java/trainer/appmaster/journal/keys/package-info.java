/**
 * Stores of small values with transactions, behind one port: {@code GuardedKeys}, by ZooKeeper and
 * by etcd. Nothing here knows of journals.
 */
package trainer.appmaster.journal.keys;
