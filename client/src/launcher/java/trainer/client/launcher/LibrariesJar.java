package trainer.client.launcher;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The libraries of a bundle in one jar. Who looks for a resource that may be anywhere, as loggers
 * and services do at the start of every process, opens each jar of the class path: 0.5 ms for each
 * of 140, before anything is compiled.
 *
 * <p>Of the classes that a library has for newer Javas those are taken that the Java at hand would
 * take, and lists of services are put together. Signed jars and our own, whose manifest names their
 * version, stay as they are.
 */
final class LibrariesJar {
  private static final String OURS = "trainer-";
  private static final String SERVICES = "META-INF/services/";
  private static final String VERSIONS = "META-INF/versions/";

  /** Java passes over those of no version from 9 on, and over those of META-INF. */
  private static final Pattern VERSIONED =
      Pattern.compile(VERSIONS + "(9|[1-9][0-9]{1,3})/(?!META-INF/)(.+)");

  private static final Set<String> LEFT_OUT =
      new HashSet<String>(
          Arrays.asList("META-INF/MANIFEST.MF", "META-INF/INDEX.LIST", "module-info.class"));

  private final int feature;
  private final ZipOutputStream out;
  private final Set<String> written = new HashSet<String>();
  private final Map<String, ByteArrayOutputStream> services =
      new LinkedHashMap<String, ByteArrayOutputStream>();

  private LibrariesJar(int feature, ZipOutputStream out) {
    this.feature = feature;
    this.out = out;
  }

  /**
   * Writes it.
   *
   * @param jars the bundle's
   * @param feature the version of the Java that is to use it
   * @return the class path that holds the same as the jars
   * @throws InterruptedException if it was interrupted, with a part written
   */
  static String write(File[] jars, int feature, Path target)
      throws IOException, InterruptedException {
    List<File> sorted = new ArrayList<File>(Arrays.asList(jars));
    Collections.sort(sorted);
    StringBuilder classPath = new StringBuilder(target.toString());
    try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(target), 1 << 16);
        ZipOutputStream out = new ZipOutputStream(file)) {
      LibrariesJar libraries = new LibrariesJar(feature, out);
      for (File jar : sorted) {
        try (JarFile from = new JarFile(jar, false)) {
          if (jar.getName().startsWith(OURS) || isSigned(from)) {
            classPath.append(File.pathSeparator).append(jar);
          } else {
            libraries.add(from);
          }
        }
      }
      libraries.addServices();
    }
    return classPath.toString();
  }

  private static boolean isSigned(JarFile jar) {
    for (JarEntry entry : Collections.list(jar.entries())) {
      if (entry.getName().startsWith("META-INF/") && entry.getName().endsWith(".SF")) {
        return true;
      }
    }
    return false;
  }

  private void add(JarFile jar) throws IOException, InterruptedException {
    for (Map.Entry<String, JarEntry> one : seen(jar).entrySet()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      String name = one.getKey();
      if (LEFT_OUT.contains(name)) {
        continue;
      }
      if (name.startsWith(SERVICES) && !name.endsWith("/")) {
        ByteArrayOutputStream list = services.get(name);
        if (list == null) {
          list = new ByteArrayOutputStream();
          services.put(name, list);
        }
        copy(jar, one.getValue(), list);
        list.write('\n');
      } else if (written.add(name)) {
        out.putNextEntry(stored(name, one.getValue()));
        copy(jar, one.getValue(), out);
        out.closeEntry();
      }
    }
  }

  /** Not compressed: that would take longer than all else. */
  private static ZipEntry stored(String name, ZipEntry from) {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(from.getSize());
    entry.setCrc(from.getCrc());
    return entry;
  }

  /** What a class loader of the Java at hand sees in a jar. */
  private Map<String, JarEntry> seen(JarFile jar) throws IOException {
    Manifest manifest = jar.getManifest();
    boolean hasVersions =
        manifest != null
            && Boolean.parseBoolean(
                manifest.getMainAttributes().getValue(new Attributes.Name("Multi-Release")));
    Map<String, JarEntry> seen = new LinkedHashMap<String, JarEntry>();
    Map<String, Integer> versions = new HashMap<String, Integer>();
    for (JarEntry entry : Collections.list(jar.entries())) {
      String name = entry.getName();
      int version = 0;
      if (name.startsWith(VERSIONS)) {
        Matcher matcher = VERSIONED.matcher(name);
        if (!hasVersions || !matcher.matches()) {
          continue;
        }
        version = Integer.parseInt(matcher.group(1));
        name = matcher.group(2);
      }
      Integer before = versions.get(name);
      if (version <= feature && (before == null || before < version)) {
        versions.put(name, version);
        seen.put(name, entry);
      }
    }
    return seen;
  }

  private void addServices() throws IOException {
    for (Map.Entry<String, ByteArrayOutputStream> one : services.entrySet()) {
      out.putNextEntry(new ZipEntry(one.getKey()));
      one.getValue().writeTo(out);
      out.closeEntry();
    }
  }

  private static void copy(JarFile jar, JarEntry entry, OutputStream to) throws IOException {
    byte[] buffer = new byte[1 << 14];
    try (InputStream in = jar.getInputStream(entry)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        to.write(buffer, 0, n);
      }
    }
  }
}
