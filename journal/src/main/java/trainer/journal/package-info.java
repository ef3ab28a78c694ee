/**
 * The state of a master at rest: facts in order, under a fenced term. {@code StateStore} is the
 * port; {@code FileStateStore} writes files on any Hadoop file system that can hflush, {@code
 * KeyedStateStore} writes keys of ZooKeeper or etcd. {@code HeldLog} is a log in the memory of its
 * one writer, over {@code Segments}, the part in which the stores differ. {@code JournalThread}
 * flushes facts in groups. No decisions here.
 */
package trainer.journal;
