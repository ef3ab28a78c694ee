package trainer.core.fact;

/** A fact about the containers and nodes of all jobs, in the journal of the fleet. */
public sealed interface FleetFact extends Fact {
  /** Dispatches on the kind of fact. */
  interface Handler {
    void on(ContainerNoted fact);

    void on(NodeNoted fact);
  }

  /**
   * A step of a container's life. {@code exit} is null while the container lives.
   *
   * <ul>
   *   <li>{@code granted}: recorded before the launch
   *   <li>{@code launched}
   *   <li>{@code registered}: its process has registered
   *   <li>{@code released}: it is no longer wanted
   *   <li>{@code ended}
   * </ul>
   */
  record ContainerNoted(
      String containerId,
      String job,
      String role,
      int index,
      String host,
      String step,
      Integer exit,
      long at)
      implements FleetFact {
    public static final String GRANTED = "granted";
    public static final String LAUNCHED = "launched";
    public static final String REGISTERED = "registered";
    public static final String RELEASED = "released";
    public static final String ENDED = "ended";

    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A node is on {@code parole} (no containers for a while), {@code barred} for good, or {@code
   * free} again.
   *
   * @param strikes the number of times it was listed so far
   */
  record NodeNoted(String host, String standing, int strikes, String why, long at)
      implements FleetFact {
    public static final String PAROLE = "parole";
    public static final String BARRED = "barred";
    public static final String FREE = "free";

    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }
}
