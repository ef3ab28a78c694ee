package trainer.core.message;

/** A message from the master that a member's session passes on to its pserver or worker. */
public sealed interface ToRole extends ToMember
    permits ToMember.Welcome, ToMember.NewLine, ToMember.Leave, ToPserver, ToWorker {
  /** Dispatches on the kind of message; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Welcome message);

    void on(NewLine message);

    void on(Leave message);

    void on(ToPserver message);

    void on(ToWorker message);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  @Override
  default void to(ToMember.Handler handler) {
    handler.on(this);
  }
}
