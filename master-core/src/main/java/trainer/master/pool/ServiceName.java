package trainer.master.pool;

import trainer.core.id.Term;

/** The names of services: the container, the term of the master that ordered it, and a number. */
public final class ServiceName {
  private static final char MARK = '+';

  private ServiceName() {}

  static String of(String container, Term term, long number) {
    return container + MARK + term.number() + "-" + number;
  }

  /** Whether a master before this term has ordered it. */
  static boolean isBefore(String service, Term term) {
    int mark = service.indexOf(MARK);
    int end = service.indexOf('-', mark);
    return mark >= 0 && Long.parseLong(service.substring(mark + 1, end)) < term.number();
  }

  /** The container of a service; the whole name if it is none. */
  public static String container(String service) {
    int mark = service.indexOf(MARK);
    return mark < 0 ? service : service.substring(0, mark);
  }
}
