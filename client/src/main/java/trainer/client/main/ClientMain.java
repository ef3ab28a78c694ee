package trainer.client.main;

/** The client's process. */
public final class ClientMain {
  private ClientMain() {}

  public static void main(String[] args) {
    System.exit(0);
  }
}
