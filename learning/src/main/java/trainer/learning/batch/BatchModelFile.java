package trainer.learning.batch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Optional;
import trainer.core.digest.Sha256;

/**
 * The file of a model, on this machine's disk.
 *
 * @param location where it comes from, for messages
 * @param content a copy that nobody changes
 * @param tokenizer a copy of {@code tokenizer.json} in the same folder, if there is one
 */
public record BatchModelFile(String location, Path content, Optional<Path> tokenizer) {
  /** The name of the file of a tokenizer, as Hugging Face's tokenizers write it. */
  public static final String TOKENIZER = "tokenizer.json";

  /** The model id: the SHA-256 of the content, then of the tokenizer if there is one. */
  public String id() throws IOException {
    MessageDigest digest = Sha256.create();
    add(content, digest);
    if (tokenizer.isPresent()) {
      add(tokenizer.get(), digest);
    }
    return Sha256.hex(digest);
  }

  private static void add(Path file, MessageDigest digest) throws IOException {
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
