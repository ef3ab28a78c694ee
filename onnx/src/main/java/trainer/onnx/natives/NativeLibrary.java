package trainer.onnx.natives;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * A native library in the jar, for Linux on two kinds of processors. A process loads it once. Both
 * libraries are loaded here, and not by the classes that use them: those would unpack files of
 * their own, and DJL's would look for others in the home folder and on the network.
 */
public final class NativeLibrary {
  public static final NativeLibrary ONNX_RUNTIME =
      new NativeLibrary(
          "ONNX Runtime",
          "/ai/onnxruntime/native/linux-",
          List.of("x64", "aarch64"),
          List.of("libonnxruntime.so", "libonnxruntime4j_jni.so"));
  public static final NativeLibrary TOKENIZERS =
      new NativeLibrary(
          "the tokenizers of Hugging Face",
          "/native/lib/linux-",
          List.of("x86_64/cpu", "aarch64/cpu"),
          List.of("libtokenizers.so"));

  /** By the symbols that the libraries import. */
  private static final String NEEDS =
      "it needs Linux on x86-64 or aarch64 with glibc 2.27 or newer, such as EL 8, Debian 10 or"
          + " Ubuntu 18.04; run the job on such machines, by a node label or another queue";

  private final String title;
  private final String prefix;
  private final List<String> platforms;
  private final List<String> files;

  /** A library belongs to a class loader, as this class does; so the state cannot be elsewhere. */
  private boolean isLoaded;

  NativeLibrary(String title, String prefix, List<String> platforms, List<String> files) {
    this.title = title;
    this.prefix = prefix;
    this.platforms = platforms;
    this.files = files;
  }

  /**
   * Unpacks the library for this machine into a folder, and loads it, unless it is loaded.
   *
   * @throws FailureException NODE_UNFIT where this machine cannot load it
   */
  public synchronized void load(Path folder) {
    if (isLoaded) {
      return;
    }
    String platform = platform(System.getProperty("os.name"), System.getProperty("os.arch"));
    List<Path> unpacked = new ArrayList<>();
    try {
      for (String file : files) {
        unpacked.add(unpack(prefix + platform + "/" + file, folder.resolve(file)));
      }
    } catch (IOException e) {
      throw unfit("cannot unpack " + title + ": " + e, "free disk space, or repair the folder", e);
    }
    try {
      unpacked.forEach(file -> System.load(file.toString()));
    } catch (UnsatisfiedLinkError e) {
      throw unfit("cannot load " + title + ": " + e.getMessage(), NEEDS, e);
    }
    isLoaded = true;
  }

  /** The folder of the jar with the files for a machine. */
  String platform(String system, String processor) {
    if (system.equals("Linux")) {
      if (processor.equals("amd64") || processor.equals("x86_64")) {
        return platforms.get(0);
      }
      if (processor.equals("aarch64")) {
        return platforms.get(1);
      }
    }
    throw unfit(
        "is " + system + " on " + processor + ", and the jar has no " + title + " for it",
        NEEDS,
        null);
  }

  private static Path unpack(String resource, Path file) throws IOException {
    try (InputStream from = NativeLibrary.class.getResourceAsStream(resource)) {
      if (from == null) {
        throw new IOException("trainer-onnx.jar has no " + resource);
      }
      Files.copy(from, file, StandardCopyOption.REPLACE_EXISTING);
      return file.toAbsolutePath();
    }
  }

  private static FailureException unfit(String what, String advice, Throwable cause) {
    return new FailureException(
        new Failure(FailureKind.NODE_UNFIT, "this machine " + what, "", advice), cause);
  }
}
