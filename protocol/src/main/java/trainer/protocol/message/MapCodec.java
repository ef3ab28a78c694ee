package trainer.protocol.message;

import java.util.List;
import trainer.core.id.Incarnation;
import trainer.core.table.PartitionMap;
import trainer.protocol.proto.CopiesProto;
import trainer.protocol.proto.PartitionMapProto;
import trainer.protocol.proto.PserverProto;

/** Partition maps; every replica must name a pserver of the map. */
final class MapCodec {
  private MapCodec() {}

  static PartitionMapProto encode(PartitionMap map) {
    PartitionMapProto.Builder proto = PartitionMapProto.newBuilder().setNumber(map.number());
    for (PartitionMap.Pserver pserver : map.pservers()) {
      proto.addPservers(
          PserverProto.newBuilder()
              .setIncarnation(pserver.incarnation().number())
              .setIndex(pserver.index())
              .setHost(pserver.host())
              .setPort(pserver.port())
              .setLanes(pserver.lanes()));
    }
    for (List<Integer> copies : map.copies()) {
      proto.addCopies(CopiesProto.newBuilder().addAllPservers(copies));
    }
    return proto.build();
  }

  static PartitionMap decode(PartitionMapProto proto) {
    int pservers = proto.getPserversCount();
    for (CopiesProto copies : proto.getCopiesList()) {
      for (int pserver : copies.getPserversList()) {
        if (pserver < 0 || pserver >= pservers) {
          throw new MalformedMessageException(
              "a copy on pserver " + pserver + " in a map of " + pservers);
        }
      }
    }
    return new PartitionMap(
        proto.getNumber(),
        proto.getPserversList().stream().map(MapCodec::decode).toList(),
        proto.getCopiesList().stream().map(CopiesProto::getPserversList).toList());
  }

  private static PartitionMap.Pserver decode(PserverProto proto) {
    if (proto.getPort() < 1 || proto.getPort() > 0xFFFF || proto.getLanes() < 1) {
      throw new MalformedMessageException(
          "pserver "
              + proto.getIndex()
              + " at port "
              + proto.getPort()
              + " with "
              + proto.getLanes()
              + " lanes");
    }
    return new PartitionMap.Pserver(
        new Incarnation(proto.getIncarnation()),
        proto.getIndex(),
        proto.getHost(),
        proto.getPort(),
        proto.getLanes());
  }
}
