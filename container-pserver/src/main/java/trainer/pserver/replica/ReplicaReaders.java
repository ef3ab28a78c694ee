package trainer.pserver.replica;

import java.util.ArrayList;
import java.util.List;
import trainer.pserver.store.ShardSnapshot;
import trainer.pserver.store.TableShard;
import trainer.pserver.store.UndoLog;

/**
 * The streams and the snapshot that read the rows of a replica while they change. They refer to
 * rows by number, so no row number may be released while there are any.
 */
final class ReplicaReaders {
  private final List<ReplicaStream> streams = new ArrayList<>();

  /** The snapshot in progress of each shard, or null. */
  private ShardSnapshot[] snapshot;

  boolean isEmpty() {
    return streams.isEmpty() && snapshot == null;
  }

  void add(ReplicaStream stream) {
    streams.add(stream);
  }

  void remove(ReplicaStream stream) {
    streams.remove(stream);
  }

  /** Begins a snapshot of these shards. It replaces a snapshot in progress. */
  void beginSnapshot(TableShard[] shards) {
    snapshot = new ShardSnapshot[shards.length];
    for (int t = 0; t < shards.length; t++) {
      snapshot[t] = new ShardSnapshot(shards[t]);
    }
  }

  /** The snapshot in progress of each shard, or null. */
  ShardSnapshot[] snapshot() {
    return snapshot;
  }

  void endSnapshot() {
    snapshot = null;
  }

  /** Puts the rows that a tentative version changed into the snapshot, as they were before. */
  void onTentative(OpenVersion version, UndoLog[] undo) {
    if (snapshot != null) {
      for (int t = 0; t < snapshot.length; t++) {
        snapshot[t].keep(version.touched(t), undo[t]);
      }
    }
  }

  /** Lets the streams send the rows again that a committed version changed. */
  void onCommit(OpenVersion version, int tables) {
    for (ReplicaStream stream : streams) {
      for (int t = 0; t < tables; t++) {
        stream.changed(t, version.touched(t));
      }
    }
  }

  /** Lets the streams start again, because another version has been loaded. */
  void onLoad() {
    streams.forEach(ReplicaStream::startAgain);
  }
}
