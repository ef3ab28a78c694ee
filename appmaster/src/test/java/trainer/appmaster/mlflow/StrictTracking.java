package trainer.appmaster.mlflow;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.mlflow.api.proto.Service;
import org.mlflow_project.databricks.Databricks;
import org.mlflow_project.google.protobuf.Descriptors.FieldDescriptor;
import org.mlflow_project.google.protobuf.Message;
import org.mlflow_project.google.protobuf.util.JsonFormat;

/**
 * A tracking server with the requests and answers of MLflow's own protocol buffers: a path, a
 * method or a field that these do not have is an error, and so is a request beyond MLflow's limits.
 * Runs are kept in memory.
 */
final class StrictTracking implements Closeable {
  private static final String ROOT = "/api/2.0";
  private static final int MOST_BYTES = 1_000_000;
  private static final String NAME = "[A-Za-z0-9_./ -]{1,250}";

  /** The messages of the requests that are answered, each by its method and path. */
  private final Map<String, Message.Builder> messages = new LinkedHashMap<>();

  private final Map<String, String> experiments = new LinkedHashMap<>();
  private final Map<String, Service.Run.Builder> runs = new LinkedHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  /** The answer to every request; 0 for the right one, -1 for none. */
  private volatile int status;

  private volatile String authorization = "";

  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final int status;

    Refusal(int status, String code) {
      super(code);
      this.status = status;
    }
  }

  StrictTracking() throws IOException {
    add(Service.GetExperimentByName.newBuilder());
    add(Service.CreateExperiment.newBuilder());
    add(Service.SearchRuns.newBuilder());
    add(Service.CreateRun.newBuilder());
    add(Service.LogBatch.newBuilder());
    add(Service.UpdateRun.newBuilder());
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  private void add(Message.Builder message) {
    Service.getDescriptor().findServiceByName("MlflowService").getMethods().stream()
        .filter(method -> method.getInputType().equals(message.getDescriptorForType()))
        .flatMap(
            method -> method.getOptions().getExtension(Databricks.rpc).getEndpointsList().stream())
        .forEach(one -> messages.put(one.getMethod() + " " + ROOT + one.getPath(), message));
  }

  String uri() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** Answers every request with this status from now on; 0 rightly, -1 never. */
  void answerAll(int with) {
    status = with;
  }

  /** The paths of all requests so far, without their beginning. */
  List<String> requests() {
    return requests;
  }

  /** Everything that MLflow would not have taken. */
  List<String> errors() {
    return errors;
  }

  /** The header of the last request. */
  String authorization() {
    return authorization;
  }

  Map<String, String> experiments() {
    return experiments;
  }

  /** The only run. */
  synchronized Service.Run run() {
    if (runs.size() != 1) {
      throw new AssertionError(runs.size() + " runs");
    }
    return runs.values().iterator().next().build();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      requests.add(exchange.getRequestURI().getPath().replaceFirst(".*/mlflow/", ""));
      authorization = exchange.getRequestHeaders().getFirst("Authorization");
      if (status < 0) {
        new CountDownLatch(1).await();
      } else if (status > 0) {
        send(exchange, status, "{\"error_code\": \"TEST\", \"message\": \"as told\"}");
      } else {
        tryToAnswer(exchange, body);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tryToAnswer(HttpExchange exchange, byte[] body) throws IOException {
    try {
      Message answer = answer(exchange, body);
      send(exchange, 200, JsonFormat.printer().preservingProtoFieldNames().print(answer));
    } catch (Refusal e) {
      send(exchange, e.status, "{\"error_code\": \"" + e.getMessage() + "\"}");
    } catch (IOException | RuntimeException e) {
      errors.add(exchange.getRequestURI() + ": " + e);
      send(exchange, 400, "{\"error_code\": \"INVALID_PARAMETER_VALUE\"}");
    }
  }

  private static void send(HttpExchange exchange, int code, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private synchronized Message answer(HttpExchange exchange, byte[] body)
      throws IOException, Refusal {
    String call = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    Message.Builder known = messages.get(call);
    require(known != null, "there is no " + call);
    require(body.length <= MOST_BYTES, "a body of " + body.length + " bytes");
    Message.Builder request = known.getDefaultInstanceForType().newBuilderForType();
    if (exchange.getRequestMethod().equals("GET")) {
      readQuery(exchange.getRequestURI().getRawQuery(), request);
    } else {
      JsonFormat.parser().merge(new String(body, StandardCharsets.UTF_8), request);
    }
    Message message = request.build();
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      boolean isNeeded = field.getOptions().getExtension(Databricks.validateRequired);
      require(!isNeeded || message.hasField(field), "no " + field.getName());
    }
    if (message instanceof Service.GetExperimentByName experiment) {
      return find(experiment);
    } else if (message instanceof Service.CreateExperiment experiment) {
      return create(experiment);
    } else if (message instanceof Service.SearchRuns search) {
      return search(search);
    } else if (message instanceof Service.CreateRun run) {
      return create(run);
    } else if (message instanceof Service.LogBatch batch) {
      return log(batch);
    }
    return update((Service.UpdateRun) message);
  }

  private static void readQuery(String query, Message.Builder request) {
    for (String one : query.split("&", -1)) {
      String[] parts = one.split("=", 2);
      FieldDescriptor field = request.getDescriptorForType().findFieldByName(parts[0]);
      require(field != null, "no field " + parts[0]);
      request.setField(field, URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
  }

  private static void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  private Message find(Service.GetExperimentByName request) throws Refusal {
    String id = experiments.get(request.getExperimentName());
    if (id == null) {
      throw new Refusal(404, "RESOURCE_DOES_NOT_EXIST");
    }
    return Service.GetExperimentByName.Response.newBuilder()
        .setExperiment(
            Service.Experiment.newBuilder()
                .setExperimentId(id)
                .setName(request.getExperimentName())
                .setLifecycleStage("active"))
        .build();
  }

  private Message create(Service.CreateExperiment request) throws Refusal {
    if (experiments.containsKey(request.getName())) {
      throw new Refusal(400, "RESOURCE_ALREADY_EXISTS");
    }
    String id = "" + (experiments.size() + 1);
    experiments.put(request.getName(), id);
    return Service.CreateExperiment.Response.newBuilder().setExperimentId(id).build();
  }

  /** Runs whose tag has a value; the newest metric of each key, as MLflow has them. */
  private Message search(Service.SearchRuns request) {
    String[] parts = request.getFilter().split("`", -1);
    require(
        parts.length == 3 && parts[0].equals("tags.") && parts[2].matches(" = '[^']*'"),
        "a filter " + request.getFilter());
    String value = parts[2].substring(4, parts[2].length() - 1);
    Service.SearchRuns.Response.Builder found = Service.SearchRuns.Response.newBuilder();
    for (Service.Run.Builder run : runs.values()) {
      boolean isOne =
          request.getExperimentIdsList().contains(run.getInfo().getExperimentId())
              && run.getData().getTagsList().stream()
                  .anyMatch(tag -> tag.getKey().equals(parts[1]) && tag.getValue().equals(value));
      if (isOne && found.getRunsCount() < request.getMaxResults()) {
        Map<String, Service.Metric> newest = new LinkedHashMap<>();
        run.getData().getMetricsList().forEach(one -> newest.put(one.getKey(), one));
        found.addRuns(
            run.clone()
                .setData(run.getData().toBuilder().clearMetrics().addAllMetrics(newest.values())));
      }
    }
    return found.build();
  }

  private Message create(Service.CreateRun request) {
    require(experiments.containsValue(request.getExperimentId()), "no such experiment");
    String id = "run" + (runs.size() + 1);
    Service.Run.Builder run = Service.Run.newBuilder();
    run.setInfo(
        Service.RunInfo.newBuilder()
            .setRunId(id)
            .setRunName(request.getRunName())
            .setExperimentId(request.getExperimentId())
            .setStatus(Service.RunStatus.RUNNING)
            .setStartTime(request.getStartTime()));
    run.setData(Service.RunData.newBuilder().addAllTags(checked(request.getTagsList())));
    runs.put(id, run);
    return Service.CreateRun.Response.newBuilder().setRun(run).build();
  }

  private Message log(Service.LogBatch batch) {
    Service.Run.Builder run = runs.get(batch.getRunId());
    require(run != null, "no run " + batch.getRunId());
    require(batch.getMetricsCount() <= 1000, batch.getMetricsCount() + " metrics");
    require(batch.getParamsCount() <= 100, batch.getParamsCount() + " params");
    require(batch.getTagsCount() <= 100, batch.getTagsCount() + " tags");
    Service.RunData.Builder data = run.getData().toBuilder();
    for (Service.Metric metric : batch.getMetricsList()) {
      require(metric.getKey().matches(NAME), "the name " + metric.getKey());
      require(metric.hasValue() && metric.hasTimestamp() && metric.hasStep(), "a field is missing");
      data.addMetrics(metric);
    }
    for (Service.Param param : batch.getParamsList()) {
      require(param.getKey().matches(NAME), "the name " + param.getKey());
      require(param.getValue().matches("(?s).{1,500}"), "the value " + param.getValue());
      require(
          data.getParamsList().stream().noneMatch(one -> one.getKey().equals(param.getKey())),
          param.getKey() + " is logged twice");
      data.addParams(param);
    }
    checked(batch.getTagsList()).forEach(tag -> set(data, tag));
    run.setData(data);
    return Service.LogBatch.Response.getDefaultInstance();
  }

  private static Collection<Service.RunTag> checked(List<Service.RunTag> tags) {
    for (Service.RunTag tag : tags) {
      require(tag.getKey().matches(NAME), "the name " + tag.getKey());
      require(tag.getValue().matches("(?s).{1,5000}"), "the value " + tag.getValue());
    }
    return tags;
  }

  private static void set(Service.RunData.Builder data, Service.RunTag tag) {
    List<Service.RunTag> tags = new ArrayList<>(data.getTagsList());
    tags.removeIf(one -> one.getKey().equals(tag.getKey()));
    tags.add(tag);
    data.clearTags().addAllTags(tags);
  }

  private Message update(Service.UpdateRun request) {
    Service.Run.Builder run = runs.get(request.getRunId());
    require(run != null, "no run " + request.getRunId());
    run.getInfoBuilder().setStatus(request.getStatus()).setEndTime(request.getEndTime());
    return Service.UpdateRun.Response.newBuilder().setRunInfo(run.getInfo()).build();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
