package trainer.journal.report;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** The static files of the page, from the class path, by their paths on a server. */
public final class PageFiles {
  /** The value of the header {@code Content-Security-Policy}: the page loads from its server. */
  public static final String CONTENT_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

  private record PageFile(String name, String type) {}

  private static final PageFile INDEX = new PageFile("index.html", "text/html; charset=utf-8");
  private static final Map<String, PageFile> FILES =
      Map.of(
          "",
          INDEX,
          "/",
          INDEX,
          "/page/page.js",
          new PageFile("page.js", "text/javascript; charset=utf-8"),
          "/page/page.css",
          new PageFile("page.css", "text/css; charset=utf-8"));

  private PageFiles() {}

  /** Whether a file of the page has this path. */
  public static boolean has(String path) {
    return FILES.containsKey(path);
  }

  /** The value of the header {@code Content-Type} for a path that {@link #has} knows. */
  public static String type(String path) {
    return FILES.get(path).type();
  }

  /** The file at a path that {@link #has} knows. */
  public static byte[] bytes(String path) throws IOException {
    return named(FILES.get(path).name());
  }

  /** The file of a name that the build of the page makes. */
  static byte[] named(String name) throws IOException {
    try (InputStream file = PageFiles.class.getResourceAsStream("/trainer/page/" + name)) {
      return file.readAllBytes();
    }
  }
}
