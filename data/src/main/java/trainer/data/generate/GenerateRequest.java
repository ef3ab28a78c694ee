package trainer.data.generate;

/**
 * A request for a folder of synthetic data.
 *
 * @param spec the records
 * @param output the folder to make
 * @param format of the files
 * @param files the number of files that share the records
 * @param overwrite whether an existing folder is replaced
 */
public record GenerateRequest(
    SyntheticSpec spec, String output, OutputFormat format, int files, boolean overwrite) {
  public GenerateRequest {
    SyntheticSpec.require(files >= 1 && files <= 100_000, "--files", files, "1 to 100000");
  }

  /** The defaults: one Avro file in a new folder. */
  public static GenerateRequest of(SyntheticSpec spec, String output) {
    return new GenerateRequest(spec, output, OutputFormat.AVRO, 1, false);
  }

  public GenerateRequest withFormat(OutputFormat value) {
    return new GenerateRequest(spec, output, value, files, overwrite);
  }

  public GenerateRequest withFiles(int value) {
    return new GenerateRequest(spec, output, format, value, overwrite);
  }

  public GenerateRequest withOverwrite(boolean value) {
    return new GenerateRequest(spec, output, format, files, value);
  }
}
