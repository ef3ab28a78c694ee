package trainer.core.fact;

import java.util.List;
import trainer.core.feature.Moments;
import trainer.core.feature.Standardisation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.message.Metrics;
import trainer.core.table.PartitionMap;

/** A fact about the course of the training: replicas, lines, versions and tasks. */
public sealed interface TrainingFact extends Fact {
  /** Dispatches on the kind of fact. */
  interface Handler {
    void on(MapDefined fact);

    void on(LineOpened fact);

    void on(WindowOpened fact);

    void on(Progressed fact);

    void on(QueueChanged fact);

    void on(BlockTimedOut fact);

    void on(Measured fact);

    void on(StandardisationsGiven fact);
  }

  /**
   * A task of the first pass over a table is done. The moments of all tasks together give the
   * standardisations.
   *
   * @param tasks the number of tasks
   * @param moments one for each term that standardises a number
   */
  record Measured(int task, int tasks, List<Moments> moments) implements TrainingFact {
    public Measured {
      moments = List.copyOf(moments);
    }

    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The columns of a table are standardised as for the model that the job goes on from; there is no
   * first pass.
   *
   * @param standardisations one for each term that standardises a number
   */
  record StandardisationsGiven(List<Standardisation> standardisations) implements TrainingFact {
    public StandardisationsGiven {
      standardisations = List.copyOf(standardisations);
    }

    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /** The in-sync replicas of every partition. */
  record MapDefined(PartitionMap map) implements TrainingFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /** A line was opened: the versions after {@code base} are decided anew. */
  record LineOpened(
      Line line, Version base, Line lineOfBase, boolean back, String reason, List<Discard> discards)
      implements TrainingFact {
    public LineOpened {
      discards = List.copyOf(discards);
    }

    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /** A block left out of every mini-batch ≥ {@code fromVersion}. */
  record Discard(int block, Version fromVersion, String kind, String evidence) {}

  /** Orders may be given for versions up to {@code upTo}. */
  record WindowOpened(long upTo) implements TrainingFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Version {@code version} is committed; counters for display.
   *
   * @param epoch metrics of its epoch so far; broken records are not counted in them
   * @param recordsComputed records computed by all workers, repeats included
   * @param recordsCommitted records of all committed versions
   * @param badRecords broken records of the input met so far, each counted once
   */
  record Progressed(
      Version version,
      Metrics epoch,
      long recordsComputed,
      long recordsCommitted,
      long badRecords,
      long at,
      Speculated speculated)
      implements TrainingFact {
    /** Where nothing was speculated. */
    public Progressed(
        Version version,
        Metrics epoch,
        long recordsComputed,
        long recordsCommitted,
        long badRecords,
        long at) {
      this(version, epoch, recordsComputed, recordsCommitted, badRecords, at, Speculated.NOTHING);
    }

    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /** Something happened to the task queue; {@code trainer.sync=async} alone has one. */
  record QueueChanged(QueueChange change) implements TrainingFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A block of the version under construction took too long on a worker. The worker is replaced,
   * and its work goes to others. Under {@code trainer.sync=bsp} the count per block can fail the
   * job. Otherwise the count per task does, and this fact names the block.
   */
  record BlockTimedOut(Version version, int block) implements TrainingFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }
}
