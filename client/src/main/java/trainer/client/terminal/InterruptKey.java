package trainer.client.terminal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Takes SIGINT, which Ctrl-C sends, until it is given back; else the JVM would begin to shut down
 * at the first. A process that was started with SIGINT ignored, as by {@code nohup} or a script's
 * {@code &}, goes on ignoring it.
 */
public final class InterruptKey {
  private final Object before;

  private InterruptKey(Object before) {
    this.before = before;
  }

  /**
   * Takes it from now on.
   *
   * @param onSignal runs on a thread of the JVM's for each signal
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
      return new InterruptKey(null); // ignored, or not this JVM's to take
    }
  }

  /** By reflection: it is in every JDK, and in no API that may be compiled against. */
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

  /** Gives it back. */
  public void giveBack() {
    try {
      if (before != null) {
        Object unused = handle(before);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return; // it could be taken, so this cannot be; and the process is about to end
    }
  }
}
