package trainer.avro.state;

import trainer.avro.record.CheckpointAddedRecord;
import trainer.avro.record.CheckpointCondemnedRecord;
import trainer.avro.record.CutAskedRecord;
import trainer.avro.record.QueueStoodRecord;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.QueueChange;
import trainer.core.id.Line;
import trainer.core.id.Version;

/** Facts about checkpoints to Avro records and back. */
final class CheckpointCodec {
  private CheckpointCodec() {}

  static CutAskedRecord encode(CheckpointFact.CheckpointAsked f) {
    return new CutAskedRecord(
        f.version().number(),
        f.line().number(),
        f.folder(),
        FactCodec.encode(f.at()),
        f.mark(),
        encode(f.queue()));
  }

  static CheckpointFact.CheckpointAsked decode(CutAskedRecord r) {
    return new CheckpointFact.CheckpointAsked(
        new Version(r.getVersion()),
        r.getMark(),
        new Line(r.getLine()),
        r.getFolder(),
        FactCodec.progressed(r.getAt()),
        decode(r.getQueue()));
  }

  static CheckpointAddedRecord encode(CheckpointFact.CheckpointAdded f) {
    return new CheckpointAddedRecord(
        f.version().number(),
        f.line().number(),
        f.folder(),
        f.digest(),
        f.bytes(),
        FactCodec.encode(f.at()),
        f.mark(),
        encode(f.queue()));
  }

  static CheckpointFact.CheckpointAdded decode(CheckpointAddedRecord r) {
    return new CheckpointFact.CheckpointAdded(
        new Version(r.getVersion()),
        r.getMark(),
        new Line(r.getLine()),
        r.getFolder(),
        r.getDigest(),
        r.getLength(),
        FactCodec.progressed(r.getAt()),
        decode(r.getQueue()));
  }

  static CheckpointCondemnedRecord encode(CheckpointFact.CheckpointRetired f) {
    return new CheckpointCondemnedRecord(f.version().number(), f.damage(), f.mark());
  }

  static CheckpointFact.CheckpointRetired decode(CheckpointCondemnedRecord r) {
    return new CheckpointFact.CheckpointRetired(
        new Version(r.getVersion()), r.getMark(), r.getDamage());
  }

  private static QueueStoodRecord encode(QueueChange.QueueSnapshot queue) {
    return queue == null ? null : QueueChangeCodec.stood(queue);
  }

  private static QueueChange.QueueSnapshot decode(QueueStoodRecord record) {
    return record == null ? null : QueueChangeCodec.stood(record);
  }
}
