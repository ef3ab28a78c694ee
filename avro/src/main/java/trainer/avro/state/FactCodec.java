package trainer.avro.state;

import java.util.List;
import trainer.avro.record.AggregatedRecord;
import trainer.avro.record.BlockTimedOutRecord;
import trainer.avro.record.CheckpointAddedRecord;
import trainer.avro.record.CheckpointCondemnedRecord;
import trainer.avro.record.ContainerNotedRecord;
import trainer.avro.record.CutAskedRecord;
import trainer.avro.record.DiscardRecord;
import trainer.avro.record.EndAskedRecord;
import trainer.avro.record.EndDecidedRecord;
import trainer.avro.record.EndedRecord;
import trainer.avro.record.ExportedRecord;
import trainer.avro.record.FailureRecord;
import trainer.avro.record.FileWrittenRecord;
import trainer.avro.record.FinalVersionRecord;
import trainer.avro.record.JobAcceptedRecord;
import trainer.avro.record.JobDefinedRecord;
import trainer.avro.record.JobOverRecord;
import trainer.avro.record.LineOpenedRecord;
import trainer.avro.record.MapDefinedRecord;
import trainer.avro.record.MeasuredRecord;
import trainer.avro.record.NodeNotedRecord;
import trainer.avro.record.PlanSetRecord;
import trainer.avro.record.ProgressedRecord;
import trainer.avro.record.PserversWantedRecord;
import trainer.avro.record.PublishingBegunRecord;
import trainer.avro.record.ScoredRecord;
import trainer.avro.record.StandardisationsGivenRecord;
import trainer.avro.record.StateEnteredRecord;
import trainer.avro.record.TermTakenRecord;
import trainer.avro.record.WindowOpenedRecord;
import trainer.avro.record.WorkersWantedRecord;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.ResultFact;
import trainer.core.fact.SessionFact;
import trainer.core.fact.Speculated;
import trainer.core.fact.TargetFact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobState;

/** Facts to Avro records and back. */
final class FactCodec {
  private FactCodec() {}

  static Object encode(Fact fact) {
    Encoder encoder = new Encoder();
    fact.to(encoder);
    return encoder.record;
  }

  /** Writes each kind of fact as its record. */
  private static final class Encoder implements Fact.Handler {
    private Object record;

    @Override
    public void on(JobFact.TermTaken f) {
      record = new TermTakenRecord(f.term().number(), f.address(), f.at());
    }

    @Override
    public void on(JobFact.JobDefined f) {
      record =
          new JobDefinedRecord(
              f.spec(), f.seed(), f.order(), f.indexDigest(), f.blocks(), f.versions());
    }

    @Override
    public void on(JobFact.StateEntered f) {
      record = new StateEnteredRecord(f.state().name(), f.at(), encode(f.failure()));
    }

    @Override
    public void on(TrainingFact.MapDefined f) {
      record = PartitionMapCodec.encode(f.map());
    }

    @Override
    public void on(TrainingFact.LineOpened f) {
      List<DiscardRecord> discards =
          f.discards().stream()
              .map(
                  d ->
                      new DiscardRecord(
                          d.block(), d.fromVersion().number(), d.kind(), d.evidence()))
              .toList();
      record =
          new LineOpenedRecord(
              f.line().number(),
              f.base().number(),
              f.lineOfBase().number(),
              f.back(),
              f.reason(),
              discards);
    }

    @Override
    public void on(TargetFact.StopScheduled f) {
      record = new PlanSetRecord(f.fromVersion().number(), f.stopAt().number(), f.by(), f.at());
    }

    @Override
    public void on(TargetFact.PserversWanted f) {
      record = new PserversWantedRecord(f.indices(), f.by(), f.at());
    }

    @Override
    public void on(FleetFact.NodeNoted f) {
      record = new NodeNotedRecord(f.host(), f.standing(), f.strikes(), f.why(), f.at());
    }

    @Override
    public void on(SessionFact.JobAccepted f) {
      record = SessionCodec.encode(f);
    }

    @Override
    public void on(SessionFact.JobOver f) {
      record = SessionCodec.encode(f);
    }

    @Override
    public void on(SessionFact.EndAsked f) {
      record = SessionCodec.encode(f);
    }

    @Override
    public void on(TargetFact.WorkersWanted f) {
      record = new WorkersWantedRecord(f.indices(), f.by(), f.at());
    }

    @Override
    public void on(TrainingFact.WindowOpened f) {
      record = new WindowOpenedRecord(f.upTo());
    }

    @Override
    public void on(TrainingFact.Progressed f) {
      record = encode(f);
    }

    @Override
    public void on(ResultFact.FinalVersion f) {
      record = new FinalVersionRecord(f.version().number());
    }

    @Override
    public void on(ResultFact.Aggregated f) {
      record = AggregatedCodec.encode(f);
    }

    @Override
    public void on(ResultFact.Scored f) {
      record = ScoredCodec.encode(f);
    }

    @Override
    public void on(ResultFact.FileWritten f) {
      record = ScoredCodec.encode(f);
    }

    @Override
    public void on(TrainingFact.Measured f) {
      record = MeasuredCodec.encode(f);
    }

    @Override
    public void on(TrainingFact.StandardisationsGiven f) {
      record = MeasuredCodec.encode(f);
    }

    @Override
    public void on(EndingFact.PublishingBegun f) {
      record = new PublishingBegunRecord(f.version().number(), f.folder());
    }

    @Override
    public void on(EndingFact.Exported f) {
      record = new ExportedRecord(f.modelId(), f.location());
    }

    @Override
    public void on(EndingFact.EndDecided f) {
      record = new EndDecidedRecord(f.state().name(), encode(f.failure()), f.at());
    }

    @Override
    public void on(EndingFact.Ended f) {
      record = new EndedRecord(f.state().name(), f.at());
    }

    @Override
    public void on(FleetFact.ContainerNoted f) {
      record =
          new ContainerNotedRecord(
              f.containerId(), f.job(), f.role(), f.index(), f.host(), f.step(), f.exit(), f.at());
    }

    @Override
    public void on(TrainingFact.BlockTimedOut f) {
      record = new BlockTimedOutRecord(f.version().number(), f.block());
    }

    @Override
    public void on(CheckpointFact.CheckpointAsked f) {
      record = CheckpointCodec.encode(f);
    }

    @Override
    public void on(CheckpointFact.CheckpointAdded f) {
      record = CheckpointCodec.encode(f);
    }

    @Override
    public void on(CheckpointFact.CheckpointRetired f) {
      record = CheckpointCodec.encode(f);
    }

    @Override
    public void on(TrainingFact.QueueChanged f) {
      record = QueueChangeCodec.encode(f.change());
    }
  }

  static Fact decode(Object record) {
    if (record instanceof TermTakenRecord r) {
      return new JobFact.TermTaken(new Term(r.getTerm()), r.getAddress(), r.getAt());
    } else if (record instanceof JobDefinedRecord r) {
      return new JobFact.JobDefined(
          r.getSpec(),
          r.getSeed(),
          r.getOrder(),
          r.getIndexDigest(),
          r.getBlocks(),
          r.getVersions());
    } else if (record instanceof StateEnteredRecord r) {
      return new JobFact.StateEntered(
          JobState.valueOf(r.getState()), r.getAt(), failure(r.getFailure()));
    } else if (record instanceof MapDefinedRecord r) {
      return new TrainingFact.MapDefined(PartitionMapCodec.decode(r));
    } else if (record instanceof LineOpenedRecord r) {
      return line(r);
    } else if (record instanceof PlanSetRecord r) {
      return new TargetFact.StopScheduled(
          new Version(r.getFromVersion()), new Version(r.getStopAt()), r.getBy(), r.getAt());
    } else if (record instanceof PserversWantedRecord r) {
      return new TargetFact.PserversWanted(r.getIndices(), r.getBy(), r.getAt());
    } else if (record instanceof NodeNotedRecord r) {
      return new FleetFact.NodeNoted(
          r.getHost(), r.getStanding(), r.getStrikes(), r.getWhy(), r.getAt());
    } else if (record instanceof JobAcceptedRecord r) {
      return SessionCodec.decode(r);
    } else if (record instanceof JobOverRecord r) {
      return SessionCodec.decode(r);
    } else if (record instanceof EndAskedRecord r) {
      return SessionCodec.decode(r);
    } else if (record instanceof WorkersWantedRecord r) {
      return new TargetFact.WorkersWanted(r.getIndices(), r.getBy(), r.getAt());
    } else if (record instanceof WindowOpenedRecord r) {
      return new TrainingFact.WindowOpened(r.getUpTo());
    } else if (record instanceof ProgressedRecord r) {
      return progressed(r);
    } else if (record instanceof FinalVersionRecord r) {
      return new ResultFact.FinalVersion(new Version(r.getVersion()));
    } else if (record instanceof AggregatedRecord r) {
      return AggregatedCodec.decode(r);
    } else if (record instanceof ScoredRecord r) {
      return ScoredCodec.decode(r);
    } else if (record instanceof FileWrittenRecord r) {
      return ScoredCodec.decode(r);
    } else if (record instanceof PublishingBegunRecord r) {
      return new EndingFact.PublishingBegun(new Version(r.getVersion()), r.getFolder());
    } else if (record instanceof ExportedRecord r) {
      return new EndingFact.Exported(r.getModelId(), r.getLocation());
    } else if (record instanceof EndDecidedRecord r) {
      return new EndingFact.EndDecided(
          JobState.valueOf(r.getState()), failure(r.getFailure()), r.getAt());
    } else if (record instanceof EndedRecord r) {
      return new EndingFact.Ended(JobState.valueOf(r.getState()), r.getAt());
    } else if (record instanceof ContainerNotedRecord r) {
      return new FleetFact.ContainerNoted(
          r.getContainerId(),
          r.getJob(),
          r.getRole(),
          r.getIndex(),
          r.getHost(),
          r.getStep(),
          r.getExit(),
          r.getAt());
    } else if (record instanceof BlockTimedOutRecord r) {
      return new TrainingFact.BlockTimedOut(new Version(r.getVersion()), r.getBlock());
    } else if (record instanceof MeasuredRecord r) {
      return MeasuredCodec.decode(r);
    } else if (record instanceof StandardisationsGivenRecord r) {
      return MeasuredCodec.decode(r);
    } else if (record instanceof CutAskedRecord r) {
      return CheckpointCodec.decode(r);
    } else if (record instanceof CheckpointAddedRecord r) {
      return CheckpointCodec.decode(r);
    } else if (record instanceof CheckpointCondemnedRecord r) {
      return CheckpointCodec.decode(r);
    }
    QueueChange change = QueueChangeCodec.decode(record);
    if (change != null) {
      return new TrainingFact.QueueChanged(change);
    }
    throw new IllegalArgumentException("no fact is a " + record.getClass().getSimpleName());
  }

  static ProgressedRecord encode(TrainingFact.Progressed f) {
    return new ProgressedRecord(
        f.version().number(),
        f.epoch().records(),
        MetricsCodec.encode(f.epoch().loss()),
        MetricsCodec.encode(f.epoch().tally()),
        f.recordsComputed(),
        f.recordsCommitted(),
        f.badRecords(),
        f.at(),
        f.speculated().duplicates(),
        f.speculated().wins(),
        f.speculated().cancels(),
        f.speculated().replaced(),
        MetricsCodec.weight(f.epoch()),
        MetricsCodec.encode(f.epoch().positives()));
  }

  static TrainingFact.Progressed progressed(ProgressedRecord r) {
    return new TrainingFact.Progressed(
        new Version(r.getVersion()),
        MetricsCodec.decode(
            r.getRecordsOfEpoch(), r.getWeight(), r.getLoss(), r.getTally(), r.getPositive(), 0),
        r.getRecordsComputed(),
        r.getRecordsCommitted(),
        r.getBadRecords(),
        r.getAt(),
        new Speculated(r.getDuplicates(), r.getWins(), r.getCancels(), r.getReplaced()));
  }

  private static FailureRecord encode(Failure failure) {
    return failure == null
        ? null
        : new FailureRecord(
            failure.kind().name(), failure.what(), failure.where(), failure.advice());
  }

  private static Failure failure(FailureRecord r) {
    return r == null
        ? null
        : new Failure(FailureKind.valueOf(r.getKind()), r.getWhat(), r.getWhere(), r.getAdvice());
  }

  private static Fact line(LineOpenedRecord r) {
    List<TrainingFact.Discard> discards =
        r.getDiscards().stream()
            .map(
                d ->
                    new TrainingFact.Discard(
                        d.getBlock(),
                        new Version(d.getFromVersion()),
                        d.getKind(),
                        d.getEvidence()))
            .toList();
    return new TrainingFact.LineOpened(
        new Line(r.getLine()),
        new Version(r.getBase()),
        new Line(r.getLineOfBase()),
        r.getBack(),
        r.getReason(),
        discards);
  }
}
