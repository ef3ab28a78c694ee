package trainer.it.errors;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Training and validation data that cannot be used. */
final class InputCases extends LocalCases {
  InputCases(byte[] avro) {
    put(
        "input-missing",
        place -> place.client().run(place.submit(place.home().resolve("no-such-file"))));
    put("empty-glob", place -> place.client().run(place.submit(place.home().resolve("*.avro"))));
    input("no-record", "\n  \n\n");
    input("csv", "clicked,country,age\n0,tr,55\n");
    input("header", "label first second\n1 1:1 2:1\n");
    input("numbers-without-indices", "1 0.5 0.25\n0 0.5 1\n");
    input("bad-first-line", "1 1:1\n0 2:x\n");
    input("labels-to-recode", "1 1:1\n2 2:1\n");
    put(
        "gzip",
        place -> {
          byte[] begins = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
          return place.client().run(place.submit(place.file("in.libsvm", begins)));
        });
    put(
        "pipe",
        place -> {
          Path pipe = place.home().resolve("pipe");
          new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
          return place.client().run(place.submit(pipe));
        });
    put(
        "comma-in-name",
        place -> place.client().run(place.submit(place.file("a,b.libsvm", "1 1:1\n"))));
    put(
        "colon-in-name",
        place -> place.client().run(place.submit(place.file("a:1.libsvm", "1 1:1\n"))));
    submit("file-system-missing", "--validation", "s3a://bucket/clicks");
    submit("scheme-unknown", "--validation", "hfds://name/clicks");
    submit("extra-jar-missing", "-Dtrainer.classpath.extra=nosuch*.jar");
    validation("validation-missing", place -> place.home().resolve("no-such-file"));
    validation("validation-csv", place -> place.file("in.csv", "0,tr,55\n"));
    put("zero-bytes", place -> place.client().run(place.submit(place.file("in.avro", ""))));
    put(
        "not-avro",
        place -> place.client().run(place.submit(place.file("in.avro", "label,x\n1,2\n"))));
    put(
        "wrong-schema",
        place -> {
          String text = new String(avro, StandardCharsets.ISO_8859_1);
          byte[] other =
              text.replaceFirst("\"label\"", "\"lapel\"").getBytes(StandardCharsets.ISO_8859_1);
          return place.client().run(place.submit(place.file("in.avro", other)));
        });
  }

  private interface Made {
    Path in(Place place) throws IOException;
  }

  private void validation(String name, Made input) {
    put(
        name,
        place ->
            place
                .client()
                .run(place.submit(place.goodInput(), "--validation", input.in(place).toString())));
  }
}
