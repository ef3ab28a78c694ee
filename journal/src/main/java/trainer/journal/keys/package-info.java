/**
 * Stores of small values with transactions, on ZooKeeper and on etcd, behind the port {@code
 * GuardedKeys}. This package does not depend on journals.
 */
package trainer.journal.keys;
