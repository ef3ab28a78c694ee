package trainer.protocol.message;

import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.OutputFile;
import trainer.protocol.proto.FileWrittenProto;
import trainer.protocol.proto.OutputTaskProto;

/** Messages about files of a scoring job's output to protobuf and back. */
final class OutputFileCodec {
  private OutputFileCodec() {}

  static FileWrittenProto.Builder encode(FromWorker.FileWritten message) {
    OutputFile file = message.file();
    FileWrittenProto.Builder proto =
        FileWrittenProto.newBuilder()
            .setLine(message.line().number())
            .setVersion(message.version().number())
            .setName(file.name())
            .setBytes(file.bytes())
            .setSha256(file.sha256())
            .setEvaluation(EvaluationCodec.encode(file.evaluation()));
    for (OutputFile.Task task : file.tasks()) {
      proto.addTasks(
          OutputTaskProto.newBuilder()
              .setTurn(task.slot().number())
              .setRows(task.rows())
              .setSha256(task.sha256()));
    }
    return proto;
  }

  static FromWorker decode(FileWrittenProto proto) {
    return new FromWorker.FileWritten(
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        new OutputFile(
            proto.getName(),
            proto.getBytes(),
            proto.getSha256(),
            proto.getTasksList().stream()
                .map(t -> new OutputFile.Task(new Slot(t.getTurn()), t.getRows(), t.getSha256()))
                .toList(),
            EvaluationCodec.decode(proto.getEvaluation())));
  }
}
