/**
 * What the master remembers: facts in order, under a term. {@code StateStore} is the port; {@code
 * FileStateStore} keeps it on any Hadoop file system that can hflush, {@code KeyedStateStore} in
 * ZooKeeper or etcd; {@code HeldLog} is a log as its one writer knows it, over {@code Segments},
 * the part that differs from store to store; {@code JournalThread} makes facts safe in groups.
 * Nothing here decides anything.
 */
package trainer.appmaster.journal;
