package trainer.avro.state;

import java.util.List;
import trainer.avro.record.MapDefinedRecord;
import trainer.avro.record.PserverRecord;
import trainer.core.id.Incarnation;
import trainer.core.table.PartitionMap;

/** Partition maps to Avro records and back. */
final class PartitionMapCodec {
  private PartitionMapCodec() {}

  static MapDefinedRecord encode(PartitionMap map) {
    List<PserverRecord> pservers =
        map.pservers().stream()
            .map(
                p ->
                    new PserverRecord(
                        p.incarnation().number(), p.index(), p.host(), p.port(), p.lanes()))
            .toList();
    return new MapDefinedRecord(map.number(), pservers, map.copies());
  }

  static PartitionMap decode(MapDefinedRecord r) {
    List<PartitionMap.Pserver> pservers =
        r.getPservers().stream()
            .map(
                p ->
                    new PartitionMap.Pserver(
                        new Incarnation(p.getIncarnation()),
                        p.getIndex(),
                        p.getHost(),
                        p.getPort(),
                        p.getLanes()))
            .toList();
    return new PartitionMap(r.getNumber(), pservers, r.getCopies());
  }
}
