/** A client of etcd, in etcd's own protocol, independent of its use. */
package trainer.protocol.etcd;
