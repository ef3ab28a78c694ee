package trainer.client.launcher;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The client's JVM: it has this process's environment, standard streams, signals and exit code.
 *
 * <p>The client ends itself when this process is gone, so that a {@code kill -9} here leaves
 * nothing behind.
 */
final class ClientProcess {
  private final List<String> command;
  private final ClientLocale locale;
  private final BundleCache cache;
  private final long markMillis;

  /**
   * @param command its command line
   * @param locale what it runs in
   * @param cache which has given out what it runs from
   * @param markMillis how often the cache is told that it is in use
   */
  ClientProcess(List<String> command, ClientLocale locale, BundleCache cache, long markMillis) {
    this.command = command;
    this.locale = locale;
    this.cache = cache;
    this.markMillis = markMillis;
  }

  /** Runs it to its end, on bundles that stay for as long, and returns its exit code. */
  int run() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    locale.apply(builder.environment());
    Process process = builder.start();
    forward("INT", process);
    forward("TERM", process);
    forward("HUP", process);
    while (true) {
      try {
        if (process.waitFor(markMillis, TimeUnit.MILLISECONDS)) {
          return process.exitValue();
        }
        cache.recordUse();
      } catch (InterruptedException e) {
        process.destroy(); // then wait on: the client decides how to leave
      }
    }
  }

  /** By reflection, since sun.misc.Signal is in every Java but in no official API. */
  private static void forward(final String signal, final Process process) {
    try {
      Class<?> signalClass = Class.forName("sun.misc.Signal");
      Class<?> handlerClass = Class.forName("sun.misc.SignalHandler");
      Object handler =
          Proxy.newProxyInstance(
              ClientProcess.class.getClassLoader(),
              new Class<?>[] {handlerClass},
              new InvocationHandler() {
                @Override
                public Object invoke(Object proxy, Method method, Object[] arguments) {
                  if (method.getName().equals("handle")) {
                    send(signal, process);
                    return null;
                  }
                  return method.getName().equals("hashCode")
                      ? (Object) System.identityHashCode(proxy)
                      : method.getName().equals("equals")
                          ? (Object) (proxy == arguments[0])
                          : "forwards " + signal;
                }
              });
      signalClass
          .getMethod("handle", signalClass, handlerClass)
          .invoke(null, signalClass.getConstructor(String.class).newInstance(signal), handler);
    } catch (ReflectiveOperationException e) {
      return; // a signal we cannot catch ends this process, and the client follows it
    }
  }

  private static void send(String signal, Process process) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + signal, pidOf(process)).start();
      if (kill.waitFor() == 0) {
        return;
      }
    } catch (IOException | ReflectiveOperationException e) {
      // destroyed below
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroy();
  }

  private static String pidOf(Process process) throws ReflectiveOperationException {
    try {
      return Process.class.getMethod("pid").invoke(process).toString();
    } catch (NoSuchMethodException e) {
      Field pid = process.getClass().getDeclaredField("pid"); // Java 8
      pid.setAccessible(true);
      return pid.get(process).toString();
    }
  }
}
