package trainer.it.simulation.invariant;

/** The reference of all invariants, as the page {@code docs/architecture/invariants.md}. */
final class InvariantReference {
  private InvariantReference() {}

  /** The whole page: a table for each subject. */
  static String markdown() {
    StringBuilder page =
        new StringBuilder()
            .append("<!-- Generated from trainer.it.simulation.invariant.Invariant; do not edit.\n")
            .append("     docs/recipes.md says how to add an invariant. -->\n")
            .append("# Invariants\n\n")
            .append("The whole-cluster simulation checks these properties in every history.\n")
            .append("A seed that breaks one prints its name.\n\n")
            .append("The *undisturbed run* of a job is the same job without faults and without\n")
            .append("other jobs, on one worker and one pserver. Only a scoring job, which has no\n")
            .append("pserver, and a job under `bsp` have one to compare with: under the other\n")
            .append("modes, a model depends on the order of arrival.\n")
            .append("A *slot* is one task in one pass over the input.\n");
    for (Invariant.Subject subject : Invariant.Subject.values()) {
      page.append("\n## ").append(subject.title()).append("\n\n");
      page.append("| invariant | statement |\n|---|---|\n");
      for (Invariant invariant : Invariant.values()) {
        if (invariant.subject() == subject) {
          page.append("| `").append(invariant).append("` | ");
          page.append(invariant.statement()).append(" |\n");
        }
      }
    }
    return page.toString();
  }
}
