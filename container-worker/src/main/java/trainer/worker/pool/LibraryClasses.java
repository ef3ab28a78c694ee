package trainer.worker.pool;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import trainer.container.files.UserClasses;

/**
 * The class loaders of libraries with native code. Java loads such a library for one class loader
 * of a process, so the jobs with the same jars share one. Thread-safe.
 */
final class LibraryClasses {
  private final Map<List<Path>, ClassLoader> loaders = new ConcurrentHashMap<>();

  ClassLoader of(List<Path> jars) {
    return loaders.computeIfAbsent(jars, UserClasses::of);
  }
}
