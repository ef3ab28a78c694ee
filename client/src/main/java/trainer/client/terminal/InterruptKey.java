package trainer.client.terminal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * A handler of SIGINT, the signal of Ctrl-C. Without it the JVM would begin to shut down at the
 * first signal. A process that was started with SIGINT ignored, as by {@code nohup} or a script's
 * {@code &}, continues to ignore it.
 */
public final class InterruptKey {
  private final Object before;

  private InterruptKey(Object before) {
    this.before = before;
  }

  /**
   * Takes over the signal from now on.
   *
   * @param onSignal runs on a JVM thread for each signal
   */
  public static InterruptKey take(Runnable onSignal) {
    try {
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object taking =
          Proxy.newProxyInstance(
              InterruptKey.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> handled(proxy, method, arguments, onSignal));
      return new InterruptKey(handle(taking));
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return new InterruptKey(null); // ignored, or reserved by this JVM
    }
  }

  /**
   * Installs a handler by reflection: the class is in every JDK, but in no API that may be compiled
   * against.
   */
  private static Object handle(Object handler) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Object interrupt = signal.getConstructor(String.class).newInstance("INT");
    try {
      return signal
          .getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"))
          .invoke(null, interrupt, handler);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(e.getCause());
    }
  }

  private static Object handled(
      Object proxy, Method method, Object[] arguments, Runnable onSignal) {
    return switch (method.getName()) {
      case "handle" -> {
        onSignal.run();
        yield null;
      }
      case "hashCode" -> System.identityHashCode(proxy);
      case "equals" -> proxy == arguments[0];
      default -> "takes SIGINT";
    };
  }

  /** Restores the handler before this one. */
  public void release() {
    try {
      if (before != null) {
        Object unused = handle(before);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return; // it could be taken, so this cannot fail; and the process is about to end
    }
  }
}
