package trainer.onnx;

import java.util.List;
import trainer.onnx.tensor.TensorSpec;
import trainer.onnx.text.Tokenizer;

/** The inputs that take the tokens of a column of texts. */
record TextInput(TokenInputs tokens, Tokenizer tokenizer) implements InputUse {
  @Override
  public List<String> columns() {
    return List.of(tokens.column());
  }

  @Override
  public boolean takesFiles() {
    return false;
  }

  @Override
  public List<String> lines() {
    List<String> names = tokens.inputs().stream().map(TensorSpec::name).toList();
    return List.of(
        "inputs "
            + String.join(", ", names)
            + ": the tokens of column "
            + tokens.column()
            + ", at most "
            + tokens.maxTokens()
            + (tokens.fixedLength() > 0 ? ", padded to " + tokens.fixedLength() : ""));
  }

  @Override
  public long elements() {
    return Math.max(tokens.maxTokens(), tokens.fixedLength());
  }

  @Override
  public TextFeed newFeed(List<String> columns, int batch) {
    return new TextFeed(this, columns.indexOf(tokens.column()), batch);
  }
}
