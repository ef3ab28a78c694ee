/**
 * The durable state of a master: facts in order, under a fenced term. {@code StateStore} is the
 * port. {@code FileStateStore} writes files on any Hadoop file system that can hflush; {@code
 * KeyedStateStore} writes keys of ZooKeeper or etcd. {@code HeldLog} is the leading master's log in
 * memory, over {@code Segments}, the part in which the stores differ. {@code JournalThread} flushes
 * facts in groups. This package decides nothing.
 */
package trainer.journal;
