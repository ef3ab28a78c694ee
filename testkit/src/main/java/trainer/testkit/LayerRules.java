package trainer.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;

/** The permitted dependencies of docs/architecture, as rules without exceptions. */
public final class LayerRules {
  private static final String[] PURE = {
    "trainer.core..",
    "trainer.master..",
    "trainer.worker.api..",
    "trainer.worker.routing..",
    "trainer.worker.task..",
    "trainer.worker.work..",
    "trainer.pserver.protocol..",
    "trainer.pserver.store..",
    "trainer.pserver.replica.."
  };

  private static final String[] PURE_CORES = {
    "trainer.master..",
    "trainer.worker.api..",
    "trainer.worker.routing..",
    "trainer.worker.task..",
    "trainer.worker.work..",
    "trainer.pserver.protocol..",
    "trainer.pserver.store..",
    "trainer.pserver.replica.."
  };

  private static final Set<String> MASTER_CORE_DOORS =
      Set.of(
          "trainer.master.session",
          "trainer.master.session.api",
          "trainer.master.fleet",
          "trainer.master.fleet.remote",
          "trainer.master.job",
          "trainer.master.job.api",
          "trainer.master.report");

  private static final Set<String> CLOCKS =
      Set.of(
          "java.lang.System.nanoTime",
          "java.lang.System.currentTimeMillis",
          "java.lang.Math.random",
          "java.lang.Thread.sleep",
          "java.time.Instant.now",
          "java.time.LocalDateTime.now",
          "java.time.ZonedDateTime.now",
          "java.util.UUID.randomUUID");

  private LayerRules() {}

  /** All of them. */
  public static List<ArchRule> all() {
    return List.of(
        usesOnly("trainer.core..", "trainer.core.."),
        usesOnly("trainer.avro..", "trainer.core..", "trainer.avro.."),
        usesOnly("trainer.protocol..", "trainer.core..", "trainer.protocol.."),
        usesOnly("trainer.data..", "trainer.core..", "trainer.avro..", "trainer.data.."),
        usesOnly("trainer.learning..", "trainer.core..", "trainer.avro..", "trainer.learning.."),
        usesOnly(
            "trainer.model..",
            "trainer.model..",
            "trainer.core.config", // files of core that the module compiles for itself
            "trainer.core.feature",
            "trainer.core.math"),
        usesOnly(
            "trainer.container..",
            "trainer.core..",
            "trainer.avro..",
            "trainer.protocol..",
            "trainer.container.."),
        usesOnly("trainer.master..", "trainer.core..", "trainer.master.."),
        usesOnly(
            "trainer.journal..",
            "trainer.core..",
            "trainer.avro..",
            "trainer.protocol..",
            "trainer.container..",
            "trainer.master..",
            "trainer.journal.."),
        usesOnly(
            "trainer.appmaster..",
            "trainer.core..",
            "trainer.master..",
            "trainer.journal..",
            "trainer.avro..",
            "trainer.protocol..",
            "trainer.data..",
            "trainer.container..",
            "trainer.appmaster.."),
        usesOnly(
            "trainer.worker..",
            "trainer.core..",
            "trainer.avro..",
            "trainer.protocol..",
            "trainer.data..",
            "trainer.learning..",
            "trainer.container..",
            "trainer.worker.."),
        usesOnly(
            "trainer.pserver..",
            "trainer.core..",
            "trainer.avro..",
            "trainer.protocol..",
            "trainer.learning..",
            "trainer.container..",
            "trainer.pserver.."),
        usesOnly(
            "trainer.client..",
            "trainer.core..",
            "trainer.avro..",
            "trainer.protocol..",
            "trainer.data..",
            "trainer.learning..",
            "trainer.container..",
            "trainer.master.report..",
            "trainer.journal..",
            "trainer.client.."),
        pureCoresUseOnlyValues(),
        noClockOrChanceInPureCode(),
        yarnStaysInYarn(),
        generatedAvroStaysInAvro(),
        protobufStaysInProtocol(),
        masterLoadsNoModel(),
        packagesAreLayers(),
        masterCoreHasFewDoors());
  }

  private static ArchRule packagesAreLayers() {
    return slices()
        .matching("trainer.(**)")
        .should()
        .beFreeOfCycles()
        .because("the packages of every module are layers, too");
  }

  private static ArchRule masterCoreHasFewDoors() {
    return noClasses()
        .that()
        .resideOutsideOfPackage("trainer.master..")
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are the inner parts of master-core",
                type ->
                    type.getPackageName().startsWith("trainer.master.")
                        && !MASTER_CORE_DOORS.contains(type.getPackageName())))
        .because("the parts of a job, and the queue, are reached through its core alone");
  }

  private static ArchRule usesOnly(String who, String... what) {
    return noClasses()
        .that()
        .resideInAPackage(who)
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are ours, and not in " + List.of(what),
                type ->
                    type.getPackageName().startsWith("trainer.")
                        && !com.tngtech.archunit.core.domain.JavaClass.Predicates
                            .resideInAnyPackage(what)
                            .test(type)))
        .because("docs/architecture says so")
        .allowEmptyShould(true);
  }

  private static ArchRule pureCoresUseOnlyValues() {
    return noClasses()
        .that()
        .resideInAnyPackage(PURE_CORES)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache..",
            "io.grpc..",
            "com.google..",
            "java.io..",
            "java.nio.file..",
            "java.nio.channels..",
            "java.net..",
            "java.util.concurrent..",
            "trainer.avro..",
            "trainer.protocol..")
        .because("a pure core is a function of (state, event, now)");
  }

  private static ArchRule noClockOrChanceInPureCode() {
    return noClasses()
        .that()
        .resideInAnyPackage(PURE)
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "a clock, a thread's or a random source's method is called",
                (JavaCall<?> call) ->
                    CLOCKS.contains(call.getTargetOwner().getName() + "." + call.getName())))
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.Thread")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.Random")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.security.SecureRandom")
        .because("time and chance are given to pure code");
  }

  private static ArchRule yarnStaysInYarn() {
    return noClasses()
        .that()
        .resideInAPackage("trainer..")
        .and()
        .resideOutsideOfPackages("..yarn..", "trainer.client.embedded..", "trainer.it..")
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are YARN's, its configuration excepted",
                type ->
                    type.getPackageName().startsWith("org.apache.hadoop.yarn.")
                        && !type.getPackageName().equals("org.apache.hadoop.yarn.conf")))
        .because("YARN is behind a port; the embedded cluster is a YARN");
  }

  private static ArchRule generatedAvroStaysInAvro() {
    return noClasses()
        .that()
        .resideInAPackage("trainer..")
        .and()
        .resideOutsideOfPackages("trainer.avro..", "trainer.data..", "trainer.it..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.avro..")
        .because(
            "what is stored is the avro module's business, and reading input the data module's");
  }

  private static ArchRule protobufStaysInProtocol() {
    return noClasses()
        .that()
        .resideInAPackage("trainer..")
        .and()
        .resideOutsideOfPackages("trainer.protocol..", "trainer.it..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.google.protobuf..")
        .because("what is said is the protocol module's business");
  }

  private static ArchRule masterLoadsNoModel() {
    return noClasses()
        .that()
        .resideInAnyPackage("trainer.master..", "trainer.journal..", "trainer.appmaster..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("trainer.learning..")
        .because("the master loads no user code");
  }

  /** Checks all rules. */
  public static void check(JavaClasses classes) {
    all().forEach(rule -> rule.check(classes));
  }
}
