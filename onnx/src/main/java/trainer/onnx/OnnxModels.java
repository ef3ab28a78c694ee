package trainer.onnx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.BatchModelFile;
import trainer.learning.batch.BatchModels;
import trainer.onnx.natives.NativeLibrary;
import trainer.onnx.text.Tokenizer;

/** Opens ONNX models. */
public final class OnnxModels implements BatchModels {
  /** Called by {@link java.util.ServiceLoader}. */
  public OnnxModels() {}

  @Override
  public String extension() {
    return ".onnx";
  }

  @Override
  public BatchModel open(BatchModelFile file, Settings settings, Path folder) throws IOException {
    OnnxSession session = OnnxSession.open(file.content(), file.location(), folder);
    Optional<Tokenizer> tokenizer = Optional.empty();
    try {
      tokenizer = tokenizer(session, file, settings, folder);
      return OnnxModel.of(session, tokenizer, file, settings);
    } catch (IOException | RuntimeException e) {
      tokenizer.ifPresent(Tokenizer::close);
      session.close();
      throw e;
    }
  }

  /** The tokenizer, if the model reads token ids. */
  private static Optional<Tokenizer> tokenizer(
      OnnxSession session, BatchModelFile file, Settings settings, Path folder) throws IOException {
    Optional<TokenInputs> tokens = TokenInputs.of(session.inputs(), settings, file.location());
    if (tokens.isEmpty()) {
      return Optional.empty();
    }
    Path json =
        file.tokenizer()
            .orElseThrow(
                () ->
                    new FailureException(
                        FailureKind.CONFIG_CONFLICT,
                        "the model has the input 'input_ids', and no tokenizer is there",
                        file.location() + ", " + Keys.ONNX_TEXT,
                        "put " + BatchModelFile.TOKENIZER + " beside the model"));
    NativeLibrary.TOKENIZERS.load(folder);
    return Optional.of(
        Tokenizer.open(Files.readString(json), tokens.get().maxTokens(), file.location()));
  }
}
