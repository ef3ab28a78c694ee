package trainer.avro.state;

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
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.id.Version;
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
      record = new QueueOpenedRecord(c.version().number(), c.tasks(), c.passes());
    }

    @Override
    public void on(QueueChange.Given c) {
      record = new TasksGivenRecord(c.worker().number(), c.slots());
    }

    @Override
    public void on(QueueChange.Done c) {
      Metrics m = c.metrics();
      record =
          new TaskDoneRecord(
              c.slot().number(),
              m.records(),
              MetricsCodec.encode(m.loss()),
              MetricsCodec.encode(m.tally()),
              m.bad(),
              c.staleness().counts(),
              MetricsCodec.weight(m),
              MetricsCodec.encode(m.positives()));
    }

    @Override
    public void on(QueueChange.Returned c) {
      record = new TaskReturnedRecord(c.slot().number(), c.cause().name());
    }

    @Override
    public void on(QueueChange.Discarded c) {
      record = new TaskDiscardedRecord(c.slot().number(), c.task(), c.kind(), c.evidence());
    }

    @Override
    public void on(QueueChange.Admitted c) {
      record = new AdmittedRecord(c.slot().number(), c.version().number(), c.refusals());
    }

    @Override
    public void on(QueueChange.Included c) {
      record = new IncludedRecord(c.version().number());
    }

    @Override
    public void on(QueueChange.QueueSnapshot c) {
      record = stood(c);
    }
  }

  static QueueStoodRecord stood(QueueChange.QueueSnapshot c) {
    QueueChange.Slots s = c.slots();
    Metrics m = c.pass().metrics();
    return new QueueStoodRecord(
        c.opened().version().number(),
        c.opened().tasks(),
        c.opened().passes(),
        c.stopped(),
        s.next(),
        s.ahead(),
        s.held().stream().map(h -> new TasksGivenRecord(h.worker().number(), h.slots())).toList(),
        s.returned().stream()
            .map(b -> new TaskBackRecord(b.slot().number(), b.worker().number()))
            .toList(),
        s.counters().stream()
            .map(n -> new TaskCounterRecord(n.slot().number(), n.timeouts(), n.failures()))
            .toList(),
        s.discarded(),
        c.tasksDiscarded().stream()
            .map(d -> new DiscardedTaskRecord(d.task(), d.kind(), d.evidence()))
            .toList(),
        c.pass().number(),
        m.records(),
        MetricsCodec.encode(m.loss()),
        MetricsCodec.encode(m.tally()),
        m.bad(),
        c.totals().records(),
        c.totals().staleness().counts(),
        s.admitted().stream()
            .map(p -> new PlaceRecord(p.slot().number(), p.version().number()))
            .toList(),
        c.totals().reports(),
        c.totals().refusals(),
        MetricsCodec.weight(m),
        MetricsCodec.encode(m.positives()));
  }

  /** The change that a record holds, or null for another kind of fact. */
  static QueueChange decode(Object record) {
    if (record instanceof QueueOpenedRecord r) {
      return new QueueChange.Opened(new Version(r.getVersion()), r.getTasks(), r.getPasses());
    } else if (record instanceof TasksGivenRecord r) {
      return new QueueChange.Given(new Incarnation(r.getWorker()), r.getTurns());
    } else if (record instanceof TaskDoneRecord r) {
      return new QueueChange.Done(
          new Slot(r.getTurn()),
          MetricsCodec.decode(
              r.getRecords(),
              r.getWeight(),
              r.getLoss(),
              r.getTally(),
              r.getPositive(),
              r.getBad()),
          new Staleness(r.getStaleness()));
    } else if (record instanceof TaskReturnedRecord r) {
      return new QueueChange.Returned(
          new Slot(r.getTurn()), QueueChange.Cause.valueOf(r.getCause()));
    } else if (record instanceof TaskDiscardedRecord r) {
      return new QueueChange.Discarded(
          new Slot(r.getTurn()), r.getTask(), r.getKind(), r.getEvidence());
    } else if (record instanceof AdmittedRecord r) {
      return new QueueChange.Admitted(
          new Slot(r.getTurn()), new Version(r.getVersion()), r.getRefusals());
    } else if (record instanceof IncludedRecord r) {
      return new QueueChange.Included(new Version(r.getVersion()));
    } else if (record instanceof QueueStoodRecord r) {
      return stood(r);
    }
    return null;
  }

  static QueueChange.QueueSnapshot stood(QueueStoodRecord r) {
    return new QueueChange.QueueSnapshot(
        new QueueChange.Opened(new Version(r.getVersion()), r.getTasks(), r.getPasses()),
        r.getStopped(),
        slots(r),
        r.getTasksDiscarded().stream()
            .map(d -> new QueueChange.Discard(d.getTask(), d.getKind(), d.getEvidence()))
            .toList(),
        new QueueChange.Pass(
            r.getPass(),
            MetricsCodec.decode(
                r.getRecords(),
                r.getWeight(),
                r.getLoss(),
                r.getTally(),
                r.getPositive(),
                r.getBad())),
        new QueueChange.Totals(
            r.getRecordsDone(), new Staleness(r.getStaleness()), r.getReports(), r.getRefusals()));
  }

  private static QueueChange.Slots slots(QueueStoodRecord r) {
    return new QueueChange.Slots(
        r.getNext(),
        r.getAhead(),
        r.getHeld().stream()
            .map(h -> new QueueChange.Held(new Incarnation(h.getWorker()), h.getTurns()))
            .toList(),
        r.getReturned().stream()
            .map(b -> new QueueChange.Back(new Slot(b.getTurn()), new Incarnation(b.getWorker())))
            .toList(),
        r.getCounters().stream()
            .map(
                n ->
                    new QueueChange.Counter(
                        new Slot(n.getTurn()), n.getTimeouts(), n.getFailures()))
            .toList(),
        r.getDiscarded(),
        r.getAdmitted().stream()
            .map(p -> new QueueChange.Place(new Slot(p.getTurn()), new Version(p.getVersion())))
            .toList());
  }
}
