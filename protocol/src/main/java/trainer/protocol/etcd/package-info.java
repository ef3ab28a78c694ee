/** What Trainer says to an etcd server, in etcd's own protocol; nothing here knows what for. */
package trainer.protocol.etcd;
