package trainer.protocol.message;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Partial;
import trainer.core.aggregate.Ranked;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.table.Partitions;
import trainer.protocol.proto.AggregateProto;
import trainer.protocol.proto.FoldRowsProto;
import trainer.protocol.proto.FoldedPartitionProto;
import trainer.protocol.proto.FoldedProto;
import trainer.protocol.proto.NumberProto;
import trainer.protocol.proto.PartialProto;
import trainer.protocol.proto.RankedProto;
import trainer.protocol.proto.RankingProto;
import trainer.protocol.proto.UpdateRowsProto;

/** Messages about functions over rows. */
final class FoldCodec {
  /** Sums have 2,176 bits. */
  private static final int MOST_BYTES = 272;

  private FoldCodec() {}

  static UpdateRowsProto encode(ToPserver.UpdateRows message) {
    return UpdateRowsProto.newBuilder()
        .setTerm(message.term().number())
        .setLine(message.line().number())
        .setVersion(message.version().number())
        .setPhase(message.phase())
        .addAllBefore(message.before().stream().map(FoldCodec::encode).toList())
        .build();
  }

  static ToMember decode(UpdateRowsProto proto) {
    return new ToPserver.UpdateRows(
        new Term(proto.getTerm()),
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getPhase(),
        proto.getBeforeList().stream().map(FoldCodec::decode).toList());
  }

  static FoldRowsProto encode(ToPserver.FoldRows message) {
    return FoldRowsProto.newBuilder()
        .setTerm(message.term().number())
        .setLine(message.line().number())
        .setVersion(message.version().number())
        .setFold(message.fold())
        .addAllBefore(message.before().stream().map(FoldCodec::encode).toList())
        .build();
  }

  static ToMember decode(FoldRowsProto proto) {
    return new ToPserver.FoldRows(
        new Term(proto.getTerm()),
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getFold(),
        proto.getBeforeList().stream().map(FoldCodec::decode).toList());
  }

  static FoldedProto encode(FromPserver.Folded message) {
    FoldedProto.Builder folded =
        FoldedProto.newBuilder()
            .setLine(message.line().number())
            .setVersion(message.version().number())
            .setFold(message.fold());
    message
        .partials()
        .forEach(
            (partition, partials) ->
                folded.addPartitions(
                    FoldedPartitionProto.newBuilder()
                        .setPartition(partition)
                        .addAllPartials(partials.stream().map(FoldCodec::encode).toList())));
    return folded.build();
  }

  static FromMember decode(FoldedProto proto) {
    Map<Integer, List<Partial>> partials = new HashMap<>();
    for (FoldedPartitionProto one : proto.getPartitionsList()) {
      int partition = one.getPartition();
      List<Partial> known =
          partials.put(partition, one.getPartialsList().stream().map(FoldCodec::decode).toList());
      if (partition < 0 || partition >= Partitions.COUNT || known != null) {
        throw new MalformedMessageException("folded twice, or none: partition " + partition);
      }
    }
    return new FromPserver.Folded(
        new Line(proto.getLine()), new Version(proto.getVersion()), proto.getFold(), partials);
  }

  private static AggregateProto encode(Aggregate aggregate) {
    AggregateProto.Builder proto = AggregateProto.newBuilder().setName(aggregate.name());
    aggregate
        .numbers()
        .forEach(
            (name, value) ->
                proto.addNumbers(NumberProto.newBuilder().setName(name).setValue(value)));
    aggregate
        .rankings()
        .forEach(
            (name, kept) ->
                proto.addRankings(
                    RankingProto.newBuilder()
                        .setName(name)
                        .addAllKept(kept.stream().map(FoldCodec::encode).toList())));
    return proto.build();
  }

  private static Aggregate decode(AggregateProto proto) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    proto.getNumbersList().forEach(one -> numbers.put(one.getName(), one.getValue()));
    Map<String, List<Ranked>> rankings = new LinkedHashMap<>();
    proto.getRankingsList().forEach(one -> rankings.put(one.getName(), kept(one.getKeptList())));
    return new Aggregate(proto.getName(), numbers, rankings);
  }

  private static PartialProto encode(Partial partial) {
    return PartialProto.newBuilder()
        .setSum(ByteString.copyFrom(partial.sum().toByteArray()))
        .addAllKept(partial.kept().stream().map(FoldCodec::encode).toList())
        .build();
  }

  private static Partial decode(PartialProto proto) {
    if (proto.getSum().isEmpty() || proto.getSum().size() > MOST_BYTES) {
      throw new MalformedMessageException("a sum of " + proto.getSum().size() + " bytes");
    }
    return new Partial(new BigInteger(proto.getSum().toByteArray()), kept(proto.getKeptList()));
  }

  private static RankedProto encode(Ranked ranked) {
    return RankedProto.newBuilder()
        .setValue(ranked.value())
        .setKey(ranked.key())
        .setIndex(ranked.index())
        .build();
  }

  private static List<Ranked> kept(List<RankedProto> kept) {
    return kept.stream().map(FoldCodec::decode).toList();
  }

  private static Ranked decode(RankedProto proto) {
    if (!Double.isFinite(proto.getValue())) {
      throw new MalformedMessageException("a value of " + proto.getValue());
    }
    return new Ranked(proto.getValue(), proto.getKey(), proto.getIndex());
  }
}
