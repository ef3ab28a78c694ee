package trainer.avro.state;

import trainer.avro.record.EndAskedRecord;
import trainer.avro.record.JobAcceptedRecord;
import trainer.avro.record.JobOverRecord;
import trainer.core.fact.SessionFact;

/** The facts of sessions to Avro records and back. */
final class SessionCodec {
  private SessionCodec() {}

  static JobAcceptedRecord encode(SessionFact.JobAccepted f) {
    return new JobAcceptedRecord(f.number(), f.kind(), f.name(), f.model(), f.digest(), f.at());
  }

  static SessionFact.JobAccepted decode(JobAcceptedRecord r) {
    return new SessionFact.JobAccepted(
        r.getNumber(), r.getKind(), r.getName(), r.getModel(), r.getDigest(), r.getAt());
  }

  static JobOverRecord encode(SessionFact.JobOver f) {
    return new JobOverRecord(f.number(), f.state(), f.why(), f.at());
  }

  static SessionFact.JobOver decode(JobOverRecord r) {
    return new SessionFact.JobOver(r.getNumber(), r.getState(), r.getWhy(), r.getAt());
  }

  static EndAskedRecord encode(SessionFact.EndAsked f) {
    return new EndAskedRecord(f.state(), f.by(), f.at());
  }

  static SessionFact.EndAsked decode(EndAskedRecord r) {
    return new SessionFact.EndAsked(r.getState(), r.getBy(), r.getAt());
  }
}
