package trainer.client.cli.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import trainer.avro.model.ModelDamage;
import trainer.client.watch.Json;
import trainer.core.failure.FailureException;

/**
 * The JSON document of a verification.
 *
 * @param head the first fields, which name the verified files
 * @param damages empty for sound files
 */
record VerificationDocument(ObjectNode head, List<ModelDamage> damages) {
  /**
   * Prints the document, and the failure as a line on stderr. The failure is not thrown, since that
   * would print a second document.
   *
   * @param requireSound throws the failure of damaged files
   * @return the exit code
   */
  int print(Runnable requireSound) {
    head.put("sound", damages.isEmpty());
    head.set("damages", Json.tree(damages));
    System.out.println(Json.print(head));
    try {
      requireSound.run();
      return 0;
    } catch (FailureException e) {
      System.err.println("ERROR " + e.failure().message());
      return e.failure().kind().exitCode();
    }
  }
}
