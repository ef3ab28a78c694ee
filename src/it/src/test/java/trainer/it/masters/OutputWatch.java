package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Looks at the output of a scoring job every 10 ms, as another program might: it is either absent
 * or whole.
 */
final class OutputWatch implements AutoCloseable {
  private static final long PERIOD_MILLIS = 10;

  private final FileSystem files;
  private final Path output;
  private final List<String> faults = new ArrayList<>();
  private final Thread thread = new Thread(this::watch, "output-watch");
  private volatile boolean isClosed;
  private volatile boolean isSeenWhole;
  private int looks;

  OutputWatch(Configuration hadoop, String output) throws IOException {
    this.output = new Path(output);
    this.files = this.output.getFileSystem(hadoop);
    thread.start();
  }

  private void watch() {
    try {
      while (!isClosed) {
        look();
        TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException | IOException | RuntimeException e) {
      add("cannot be looked at: " + e);
    }
  }

  private void look() throws IOException {
    Map<String, Long> there = new HashMap<>();
    try {
      for (FileStatus file : files.listStatus(output)) {
        there.put(file.getPath().getName(), file.getLen());
      }
    } catch (FileNotFoundException e) {
      count();
      return;
    }
    count();
    if (!there.containsKey("_SUCCESS") || !there.containsKey("_manifest.json")) {
      add("half there: " + there.keySet());
      return;
    }
    isSeenWhole = true;
    for (JsonNode file : manifest().path("files")) {
      Long bytes = there.get(file.path("name").asText());
      if (bytes == null || bytes != file.path("bytes").asLong()) {
        add(file.path("name").asText() + " has " + bytes + " bytes");
      }
    }
  }

  private JsonNode manifest() throws IOException {
    try (InputStream in = files.open(new Path(output, "_manifest.json"))) {
      return new ObjectMapper().readTree(in);
    }
  }

  private synchronized void count() {
    looks++;
  }

  private synchronized void add(String fault) {
    if (!faults.contains(fault)) {
      faults.add(fault);
    }
  }

  /** What was seen and should not be, once the job has ended. */
  List<String> faults() throws IOException {
    look();
    if (!isSeenWhole) {
      add("never seen whole");
    }
    synchronized (this) {
      return List.copyOf(faults);
    }
  }

  synchronized int looks() {
    return looks;
  }

  @Override
  public void close() {
    isClosed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
