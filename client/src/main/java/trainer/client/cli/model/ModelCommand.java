package trainer.client.cli.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.avro.model.ModelDamage;
import trainer.avro.model.ModelVerification;
import trainer.avro.model.ModelVerifier;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.submit.Unreachable;
import trainer.client.watch.Json;
import trainer.container.files.StoredModel;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The commands on trained models. */
@Command(
    name = "model",
    description = "Looks at a trained model.",
    subcommands = {ModelShowCommand.class, ModelCommand.Verify.class})
public final class ModelCommand extends Verb {
  @Override
  public Integer call() {
    throw new FailureException(
        FailureKind.BAD_FLAGS,
        "model does nothing by itself",
        "",
        "try model show URI or model verify URI");
  }

  /** Recomputes all figures of a model's manifest. */
  @Command(
      name = "verify",
      description = "Recomputes a model's id from its files and finds what was changed.",
      footer = {"", "Example: trainer model verify hdfs:///models/clicks"})
  static final class Verify extends Verb implements Callable<Integer> {
    @Mixin private HadoopOptions hadoop;

    @Parameters(paramLabel = "URI", description = "The model's folder.")
    private String uri;

    @Option(names = "--json", description = "Prints one JSON document.")
    private boolean json;

    @Override
    public Integer call() {
      Configuration configuration = hadoop.configuration(Map.of()).hadoop();
      ModelVerification found;
      try {
        found = ModelVerifier.verify(StoredModel.at(uri, configuration));
      } catch (ChecksumException e) {
        throw new FailureException(
            FailureKind.MODEL_CORRUPT,
            "the file system finds a block of the model damaged: " + e.getMessage(),
            uri,
            "restore the model");
      } catch (IOException e) {
        throw Unreachable.of(uri, e);
      }
      if (json) {
        System.out.println(Json.print(document(found)));
        return found.isSound() ? 0 : unsound(found);
      } else if (found.isSound()) {
        System.out.println("model id: " + found.modelId());
        System.out.println("sound: " + found.manifest().parts().size() + " files");
      }
      found.requireSound(uri);
      return 0;
    }

    /**
     * Reports the failure and returns its exit code. It is not thrown: the document was printed,
     * and a failure would print a second one.
     */
    private int unsound(ModelVerification found) {
      try {
        found.requireSound(uri);
        return 0;
      } catch (FailureException e) {
        System.err.println("ERROR " + e.failure().message());
        return e.failure().kind().exitCode();
      }
    }

    private static ObjectNode document(ModelVerification found) {
      ObjectNode document = Json.object();
      document.put("modelId", found.manifest().modelId());
      document.put("recomputedModelId", found.modelId());
      document.put("sound", found.isSound());
      ArrayNode damages = document.putArray("damages");
      for (ModelDamage damage : found.damages()) {
        damages
            .addObject()
            .put("file", damage.file())
            .put("offset", damage.offset())
            .put("what", damage.what());
      }
      return document;
    }
  }
}
