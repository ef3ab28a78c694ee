package trainer.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.aggregate.Reduction;
import trainer.core.aggregate.TableSummary;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

class ModelSpecTest {
  @Test
  void anAggregateThatKeepsMoreThanAMessageHoldsIsRefused() {
    assertThatThrownBy(() -> new Phase.Aggregate("tops", "w", List.of(Reduction.top("all", 5000))))
        .hasMessage(
            "phase tops has 1 results that keep 5000 numbers of rows; 64 and 4096 are the most");
    assertThatThrownBy(
            () ->
                new Phase.Aggregate(
                    "twice", "w", List.of(Reduction.sum("l1"), Reduction.max("l1"))))
        .hasMessageContaining("two of one name");
    assertThatThrownBy(() -> Reduction.top("all", 0)).hasMessageContaining("keeps 0 numbers");
  }

  @Test
  void rowsMayBeSoWideAndNotWider() {
    List<Phase> phases = List.of(Phase.training(1));
    TableSpec widest = new TableSpec("w", TableSpec.MAX_WIDTH, Initializer.ZERO, true, 9);
    assertThat(new ModelSpec(List.of(widest), phases).tables()).containsExactly(widest);
    TableSpec wider = new TableSpec("w", TableSpec.MAX_WIDTH + 1, Initializer.ZERO, true, 9);
    assertThatThrownBy(() -> new ModelSpec(List.of(wider), phases))
        .hasMessage("table w: width 65537, more than 65536");
  }

  @Test
  void foldsAreThoseOfItsPhasesAndThenTheSummariesOfItsTables() {
    List<TableSpec> tables =
        List.of(
            new TableSpec("a", 1, Initializer.ZERO, true, 9),
            new TableSpec("b", 2, Initializer.ZERO, true, 9));
    Phase norms = new Phase.Aggregate("norms", "b", List.of(Reduction.sum("l1")));
    ModelSpec spec = new ModelSpec(tables, List.of(Phase.training(1), norms));
    assertThat(spec.fold(1)).isEqualTo(new Fold("norms", 1, List.of(Reduction.sum("l1"))));
    assertThat(spec.summary(1)).isEqualTo(3);
    assertThat(spec.fold(3)).isEqualTo(new Fold("b", 1, TableSummary.REDUCTIONS));
    for (int none : new int[] {-1, 0, 4}) {
      assertThatThrownBy(() -> spec.fold(none)).hasMessage("there is no fold " + none);
    }
    assertThatThrownBy(
            () ->
                new ModelSpec(
                    tables,
                    List.of(
                        Phase.training(1),
                        new Phase.Aggregate("norms", "c", List.of(Reduction.sum("l1"))))))
        .hasMessage("phase norms is of table c, which there is not");
  }

  private static final TableSpec WEIGHTS = new TableSpec("weights", 1, Initializer.ZERO, true, 20);
  private static final TableSpec COUNTS =
      new TableSpec("counts", 1, Initializer.ZERO, false, 0, TableSpec.Update.SUM);
  private static final Phase.RowUpdate SCALE = new Phase.RowUpdate("scale", "counts");

  @Test
  void countsThePassesOfAllPhases() {
    ModelSpec spec =
        new ModelSpec(
            List.of(WEIGHTS, COUNTS),
            List.of(new Phase.Passes("count", 1), SCALE, new Phase.Passes("train", 3)));
    assertThat(spec.epochs()).isEqualTo(4);
    assertThat(spec.table(SCALE)).isEqualTo(1);
  }

  @Test
  void refusesPhasesThatCannotBeGoneThrough() {
    assertRefused(List.of(WEIGHTS), List.of(Phase.training(1), SCALE), "table counts");
    assertRefused(List.of(COUNTS), List.of(SCALE), "no phase of passes");
    assertRefused(
        List.of(COUNTS), List.of(Phase.training(1), Phase.training(2)), "two phases are called");
    assertRefused(
        List.of(COUNTS),
        List.of(new Phase.Passes("a", 2_000_000_000), new Phase.Passes("b", 2_000_000_000)),
        "more than 1000000 passes");
    assertRefused(List.of(COUNTS, COUNTS), List.of(Phase.training(1)), "two tables are called");
    assertThatThrownBy(() -> new Phase.Passes("train", 0)).hasMessageContaining("0 epochs");
    assertThatThrownBy(() -> new Phase.RowUpdate("a b", "t")).hasMessageContaining("a b");
  }

  private static void assertRefused(List<TableSpec> tables, List<Phase> phases, String why) {
    assertThatThrownBy(() -> new ModelSpec(tables, phases))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
