package trainer.protocol.message;

import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.protocol.proto.ServeProto;
import trainer.protocol.proto.ServedProto;
import trainer.protocol.proto.ServiceProto;
import trainer.protocol.proto.ServingProto;

/** Messages about the workers of a pool to protobuf and back. */
final class ServiceCodec {
  private ServiceCodec() {}

  static ServeProto encode(ToWorker.Serve message) {
    ServeProto.Builder proto =
        ServeProto.newBuilder().setTerm(message.term().number()).setChange(message.change());
    message
        .jobs()
        .forEach(
            one ->
                proto.addJobs(
                    ServingProto.newBuilder()
                        .setJob(one.job().toString())
                        .setIndex(one.index())
                        .setService(one.service())
                        .setDigest(one.digest())
                        .setTurnNanos(one.turnNanos())
                        .setElsewhere(one.elsewhere())));
    return proto.build();
  }

  static ToMember decode(ServeProto proto) {
    return new ToWorker.Serve(
        new Term(proto.getTerm()),
        proto.getChange(),
        proto.getJobsList().stream()
            .map(
                one ->
                    new ToWorker.Serving(
                        job(one.getJob()),
                        one.getIndex(),
                        one.getService(),
                        one.getDigest(),
                        one.getTurnNanos(),
                        one.getElsewhere()))
            .toList());
  }

  static ServedProto encode(FromWorker.Served message) {
    ServedProto.Builder proto = ServedProto.newBuilder().addAllEnded(message.ended());
    message
        .services()
        .forEach(
            one ->
                proto.addServices(
                    ServiceProto.newBuilder()
                        .setName(one.name())
                        .setJob(one.job().toString())
                        .setIndex(one.index())
                        .setIsReady(one.isReady())
                        .setLoadNanos(one.loadNanos())
                        .setRows(one.rows())
                        .setBusyNanos(one.busyNanos())));
    return proto.build();
  }

  static FromWorker decode(ServedProto proto) {
    return new FromWorker.Served(
        proto.getServicesList().stream()
            .map(
                one ->
                    new FromWorker.Service(
                        one.getName(),
                        job(one.getJob()),
                        one.getIndex(),
                        one.getIsReady(),
                        one.getLoadNanos(),
                        one.getRows(),
                        one.getBusyNanos()))
            .toList(),
        proto.getEndedList());
  }

  private static JobId job(String text) {
    try {
      return JobId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage());
    }
  }
}
