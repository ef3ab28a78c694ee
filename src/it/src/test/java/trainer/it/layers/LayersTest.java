package trainer.it.layers;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import trainer.testkit.LayerRules;

/** Holds all modules to the arrows of docs/architecture; no violation is tolerated. */
class LayersTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("trainer");

  @TestFactory
  List<DynamicTest> everyModuleKeepsToItsArrows() {
    assertThat(CLASSES.contain("trainer.master.job.JobCore")).isTrue();
    assertThat(CLASSES.contain("trainer.worker.work.Worker")).isTrue();
    assertThat(CLASSES.contain("trainer.pserver.replica.LaneReplicas")).isTrue();
    return LayerRules.all().stream().map(LayersTest::test).toList();
  }

  private static DynamicTest test(ArchRule rule) {
    return DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(CLASSES));
  }
}
