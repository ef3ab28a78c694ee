package trainer.client.doctor;

import trainer.client.local.MachineCheck;
import trainer.client.local.ProcessLimits;
import trainer.container.launch.MachineRoom;
import trainer.core.text.Quantity;

/** Whether this machine has room for the processes of a local run. */
record MachineRoomCheck(Place place) implements Check {
  @Override
  public String name() {
    return "machine";
  }

  @Override
  public Finding find() {
    MachineRoom room = MachineRoom.here();
    ProcessLimits.check();
    String found =
        Quantity.grouped(room.memoryMb())
            + " MB, "
            + Quantity.of(room.cores(), "core")
            + ": room for "
            + room.processes()
            + " processes";
    return MachineCheck.check(place.settings(), room)
        .map(warning -> Finding.warn(warning, "lower them, or train with fewer processes"))
        .orElseGet(() -> Finding.ok(found));
  }
}
