package dev.dormouse.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.ObjectInputStream;
import java.sql.Connection;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.NullMarked;

/** Which way things may point. Think before changing a rule: each one is a promise of ARCHITECTURE.md. */
@AnalyzeClasses(packages = "dev.dormouse", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    /** The engine: everything that is not one of the modules around it. */
    private static final DescribedPredicate<JavaClass> CORE = resideInAPackage("dev.dormouse..")
            .and(DescribedPredicate.not(resideInAnyPackage(
                    "dev.dormouse.postgres..",
                    "dev.dormouse.sqlite..",
                    "dev.dormouse.jackson..",
                    "dev.dormouse.cron..",
                    "dev.dormouse.embedded..",
                    "dev.dormouse.testkit..",
                    "dev.dormouse.server..")))
            .as("core");

    private static final DescribedPredicate<JavaClass> PASSED_THROUGH = DescribedPredicate.describe(
            "a Connection or DataSource that is passed through",
            type -> type.isEquivalentTo(Connection.class) || type.isEquivalentTo(DataSource.class));

    @ArchTest
    static final ArchRule coreKnowsNothingButItselfAndTheLog = classes()
            .that(CORE)
            .should()
            .onlyDependOnClassesThat(
                    CORE.or(resideInAnyPackage("java.lang..", "java.util..", "java.time..", "java.io..")
                            .or(resideInAnyPackage(
                                    "java.nio..", "java.security..", "org.slf4j..", "org.jspecify.annotations.."))
                            .or(PASSED_THROUGH)
                            .or(DescribedPredicate.describe(
                                    "an array or primitive",
                                    type -> type.getPackageName().isEmpty()))));

    @ArchTest
    static final ArchRule theDatabaseDoesNotKnowWhoUsesIt = noClasses()
            .that()
            .resideInAPackage("dev.dormouse.postgres..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.dormouse.server..",
                    "dev.dormouse.jackson..",
                    "dev.dormouse.embedded..",
                    "dev.dormouse.testkit..");

    @ArchTest
    static final ArchRule onlyTheDatabaseAndTheCommandLineTouchSql = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.dormouse.postgres..",
                    "dev.dormouse.sqlite..",
                    "dev.dormouse.server..",
                    "dev.dormouse.testkit..",
                    "dev.dormouse.embedded..")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("java.sql..", "javax.sql..").and(DescribedPredicate.not(PASSED_THROUGH)));

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("dev.dormouse.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule noWallClockDecidesAnythingInTheEngine = noClasses()
            .that(CORE.or(resideInAPackage("dev.dormouse.postgres..")))
            // Ids that sort by the time at which they were made: nothing depends on it.
            .and()
            .doNotHaveSimpleName("InstanceIds")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(Clock.class, "systemUTC");

    @ArchTest
    static final ArchRule payloadsCannotNameClasses = noClasses()
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ObjectInputStream.class)
            .orShould()
            .callMethod(Class.class, "forName", String.class);

    @ArchTest
    static final ArchRule loggingGoesThroughSlf4j =
            noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

    @ArchTest
    static final ArchRule fieldsThatAnyoneCanWriteDoNotExist =
            fields().that().arePublic().should().beFinal().andShould().beStatic();

    @ArchTest
    static void everyPackageIsNullMarked(JavaClasses classes) {
        Set<String> packages =
                classes.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
        List<String> unmarked = packages.stream()
                .filter(name -> !classes.contain(name + ".package-info")
                        || !classes.get(name + ".package-info").isAnnotatedWith(NullMarked.class))
                .toList();
        assertThat(unmarked).as("packages without @NullMarked").isEmpty();
    }
}
