package trainer.protocol.message;

import trainer.core.id.Term;
import trainer.core.message.ToMember;
import trainer.protocol.proto.ClusterOrderProto;
import trainer.protocol.proto.LeaveProto;
import trainer.protocol.proto.ProbeProto;
import trainer.protocol.proto.RefusedProto;
import trainer.protocol.proto.StandbyNamedProto;
import trainer.protocol.proto.ToMemberProto;

/** The protobuf form of the messages that a member's session handles itself. */
final class SessionCodec {
  private SessionCodec() {}

  static ToMember decode(ToMemberProto proto) {
    return switch (proto.getKindCase()) {
      case REFUSED ->
          new ToMember.Refused(
              new Term(proto.getRefused().getTerm()), proto.getRefused().getReason());
      case PROBE ->
          new ToMember.Probe(new Term(proto.getProbe().getTerm()), proto.getProbe().getNumber());
      case SHOW_THREADS ->
          new ToMember.ShowThreads(
              new Term(proto.getShowThreads().getTerm()), proto.getShowThreads().getNumber());
      case STANDBY_NAMED -> {
        StandbyNamedProto named = proto.getStandbyNamed();
        yield new ToMember.StandbyNamed(
            new Term(named.getTerm()), named.getHost(), named.getPort());
      }
      case LEADS -> new ToMember.Leads(new Term(proto.getLeads()));
      case CLUSTER_ORDER ->
          new ToMember.ClusterOrder(
              new Term(proto.getClusterOrder().getTerm()), proto.getClusterOrder().getText());
      case LEAVE ->
          new ToMember.Leave(new Term(proto.getLeave().getTerm()), proto.getLeave().getReason());
      default -> throw new IllegalArgumentException("not a message to a session: " + proto);
    };
  }

  static void encode(ToMember.Refused message, ToMemberProto.Builder proto) {
    proto.setRefused(
        RefusedProto.newBuilder().setTerm(message.term().number()).setReason(message.reason()));
  }

  static void encode(ToMember.Probe message, ToMemberProto.Builder proto) {
    proto.setProbe(probe(message.term(), message.number()));
  }

  static void encode(ToMember.ShowThreads message, ToMemberProto.Builder proto) {
    proto.setShowThreads(probe(message.term(), message.number()));
  }

  private static ProbeProto.Builder probe(Term term, long number) {
    return ProbeProto.newBuilder().setTerm(term.number()).setNumber(number);
  }

  static void encode(ToMember.StandbyNamed message, ToMemberProto.Builder proto) {
    proto.setStandbyNamed(
        StandbyNamedProto.newBuilder()
            .setTerm(message.term().number())
            .setHost(message.host())
            .setPort(message.port()));
  }

  static void encode(ToMember.ClusterOrder message, ToMemberProto.Builder proto) {
    proto.setClusterOrder(
        ClusterOrderProto.newBuilder().setTerm(message.term().number()).setText(message.text()));
  }

  static void encode(ToMember.Leave message, ToMemberProto.Builder proto) {
    proto.setLeave(
        LeaveProto.newBuilder().setTerm(message.term().number()).setReason(message.reason()));
  }
}
