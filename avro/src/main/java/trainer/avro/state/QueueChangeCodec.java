package trainer.avro.state;

import java.util.List;
import trainer.avro.record.AdmittedRecord;
import trainer.avro.record.DiscardedTaskRecord;
import trainer.avro.record.IncludedRecord;
import trainer.avro.record.PlaceRecord;
import trainer.avro.record.QueueOpenedRecord;
import trainer.avro.record.QueueStoodRecord;
import trainer.avro.record.TaskBackRecord;
import trainer.avro.record.TaskCounterRecord;
import trainer.avro.record.TaskDiscardedRecord;
import trainer.avro.record.TaskDoneRecord;
import trainer.avro.record.TaskReturnedRecord;
import trainer.avro.record.TasksGivenRecord;
import trainer.core.fact.QueueChange;
import trainer.core.message.Metrics;
import trainer.core.message.Staleness;

/** Changes of the task queue to Avro records and back. */
final class QueueChangeCodec {
  private QueueChangeCodec() {}

  static Object encode(QueueChange change) {
    Encoder encoder = new Encoder();
    change.to(encoder);
    return encoder.record;
  }

  /** Writes each kind of change as its record. */
  private static final class Encoder implements QueueChange.Handler {
    private Object record;

    @Override
    public void on(QueueChange.Opened c) {
      record = new QueueOpenedRecord(c.version(), c.tasks(), c.passes());
    }

    @Override
    public void on(QueueChange.Given c) {
      record = new TasksGivenRecord(c.worker(), c.turns());
    }

    @Override
    public void on(QueueChange.Done c) {
      Metrics m = c.metrics();
      record =
          new TaskDoneRecord(
              c.turn(),
              m.records(),
              FactCodec.encode(m.loss()),
              FactCodec.encode(m.tally()),
              m.bad(),
              c.staleness().counts());
    }

    @Override
    public void on(QueueChange.Returned c) {
      record = new TaskReturnedRecord(c.turn(), c.cause().name());
    }

    @Override
    public void on(QueueChange.Discarded c) {
      record = new TaskDiscardedRecord(c.turn(), c.task(), c.kind(), c.evidence());
    }

    @Override
    public void on(QueueChange.Admitted c) {
      record = new AdmittedRecord(c.turn(), c.version(), c.refusals());
    }

    @Override
    public void on(QueueChange.Included c) {
      record = new IncludedRecord(c.version());
    }

    @Override
    public void on(QueueChange.QueueSnapshot c) {
      record = stood(c);
    }
  }

  static QueueStoodRecord stood(QueueChange.QueueSnapshot c) {
    Metrics m = c.metrics();
    return new QueueStoodRecord(
        c.version(),
        c.tasks(),
        c.passes(),
        c.stopped(),
        c.next(),
        c.ahead(),
        c.held().stream().map(h -> new TasksGivenRecord(h.worker(), h.turns())).toList(),
        c.returned().stream().map(b -> new TaskBackRecord(b.turn(), b.worker())).toList(),
        c.counters().stream()
            .map(n -> new TaskCounterRecord(n.turn(), n.timeouts(), n.failures()))
            .toList(),
        c.discarded(),
        c.tasksDiscarded().stream()
            .map(d -> new DiscardedTaskRecord(d.task(), d.kind(), d.evidence()))
            .toList(),
        c.pass(),
        m.records(),
        FactCodec.encode(m.loss()),
        FactCodec.encode(m.tally()),
        m.bad(),
        c.records(),
        c.staleness().counts(),
        c.admitted().stream().map(p -> new PlaceRecord(p.turn(), p.version())).toList(),
        c.reports(),
        c.refusals());
  }

  /** The change that a record holds, or null for another kind of fact. */
  static QueueChange decode(Object record) {
    if (record instanceof QueueOpenedRecord r) {
      return new QueueChange.Opened(r.getVersion(), r.getTasks(), r.getPasses());
    } else if (record instanceof TasksGivenRecord r) {
      return new QueueChange.Given(r.getWorker(), r.getTurns());
    } else if (record instanceof TaskDoneRecord r) {
      return new QueueChange.Done(
          r.getTurn(),
          new Metrics(
              r.getRecords(),
              FactCodec.decode(r.getLoss()),
              FactCodec.decode(r.getTally()),
              r.getBad()),
          new Staleness(r.getStaleness()));
    } else if (record instanceof TaskReturnedRecord r) {
      return new QueueChange.Returned(r.getTurn(), QueueChange.Cause.valueOf(r.getCause()));
    } else if (record instanceof TaskDiscardedRecord r) {
      return new QueueChange.Discarded(r.getTurn(), r.getTask(), r.getKind(), r.getEvidence());
    } else if (record instanceof AdmittedRecord r) {
      return new QueueChange.Admitted(r.getTurn(), r.getVersion(), r.getRefusals());
    } else if (record instanceof IncludedRecord r) {
      return new QueueChange.Included(r.getVersion());
    } else if (record instanceof QueueStoodRecord r) {
      return stood(r);
    }
    return null;
  }

  static QueueChange.QueueSnapshot stood(QueueStoodRecord r) {
    List<QueueChange.Held> held =
        r.getHeld().stream().map(h -> new QueueChange.Held(h.getWorker(), h.getTurns())).toList();
    return new QueueChange.QueueSnapshot(
        r.getVersion(),
        r.getTasks(),
        r.getPasses(),
        r.getStopped(),
        r.getNext(),
        r.getAhead(),
        held,
        r.getReturned().stream()
            .map(b -> new QueueChange.Back(b.getTurn(), b.getWorker()))
            .toList(),
        r.getCounters().stream()
            .map(n -> new QueueChange.Counter(n.getTurn(), n.getTimeouts(), n.getFailures()))
            .toList(),
        r.getDiscarded(),
        r.getTasksDiscarded().stream()
            .map(d -> new QueueChange.Discard(d.getTask(), d.getKind(), d.getEvidence()))
            .toList(),
        r.getPass(),
        new Metrics(
            r.getRecords(),
            FactCodec.decode(r.getLoss()),
            FactCodec.decode(r.getTally()),
            r.getBad()),
        r.getRecordsDone(),
        new Staleness(r.getStaleness()),
        r.getAdmitted().stream()
            .map(p -> new QueueChange.Place(p.getTurn(), p.getVersion()))
            .toList(),
        r.getReports(),
        r.getRefusals());
  }
}
