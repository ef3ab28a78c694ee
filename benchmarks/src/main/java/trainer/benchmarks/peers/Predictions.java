package trainer.benchmarks.peers;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelManifest;
import trainer.container.files.StoredModel;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.data.index.InputIndexer;
import trainer.data.read.BlockReader;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.block.TrainedModel;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;
import trainer.learning.spi.Outputs;

/**
 * A binary model's probability of each record of a file, one a line, in the file's order: {@code
 * Predictions MODEL INPUT OUTPUT}.
 */
public final class Predictions {
  private Predictions() {}

  public static void main(String[] args) throws IOException {
    Configuration hadoop = new Configuration(false);
    StoredModel stored = StoredModel.at(args[0], hadoop);
    ModelManifest manifest = ManifestFile.read(stored);
    Map<String, String> texts = new HashMap<>(manifest.origin().settings());
    texts.keySet().removeIf(key -> !key.startsWith("trainer.model"));
    texts.put(Keys.MODEL.name(), manifest.origin().model());
    Settings settings = Settings.of(texts);
    Model model = Models.load(settings, Predictions.class.getClassLoader());
    TrainedModel trained =
        TrainedModel.read(stored, manifest, Runtime.getRuntime().maxMemory() / 2, 1, "raise -Xmx");
    BlockIndex blocks = new InputIndexer(hadoop, settings).index(args[1]).blocks();
    LocalRows index = new LocalRows(manifest.tables());
    float[][] weights = new float[manifest.tables().size()][];
    Outputs outputs = model.outputs();
    float[] computed = new float[outputs.names().size()];
    try (BlockReader reader =
            new BlockReader(hadoop, settings, model.labels(), TableEncoding::unscaled);
        PrintWriter out = new PrintWriter(args[2], StandardCharsets.UTF_8)) {
      for (int b = 0; b < blocks.size(); b++) {
        InputFile file = blocks.fileOf(b);
        Block block = blocks.block(b);
        DecodedBlock decoded = DecodedBlock.of(file, block, reader.read(file, block), model, index);
        trained.gather(decoded.keys(), weights);
        float[] scores = new float[decoded.examples().records() * model.labels().scores()];
        decoded.score(model, weights, scores);
        for (int i = 0; i < decoded.examples().records(); i++) {
          outputs.compute(scores, i * model.labels().scores(), computed);
          out.println(computed[0]);
        }
      }
    }
  }
}
