package trainer.protocol.message;

import java.util.List;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.protocol.proto.BlockProto;
import trainer.protocol.proto.FileBlocksProto;
import trainer.protocol.proto.InputFileProto;

/** Blocks of files. */
final class BlocksCodec {
  private BlocksCodec() {}

  static List<FileBlocksProto> encode(List<FileBlocks> blocks) {
    return blocks.stream().map(BlocksCodec::encode).toList();
  }

  static List<FileBlocks> decode(List<FileBlocksProto> protos) {
    return protos.stream().map(BlocksCodec::decode).toList();
  }

  private static FileBlocksProto encode(FileBlocks blocks) {
    InputFile file = blocks.file();
    FileBlocksProto.Builder proto =
        FileBlocksProto.newBuilder()
            .setFile(
                InputFileProto.newBuilder()
                    .setPath(file.path())
                    .setLength(file.length())
                    .setModified(file.modified()));
    for (Block block : blocks.blocks()) {
      proto.addBlocks(
          BlockProto.newBuilder()
              .setNumber(block.number())
              .setOffset(block.offset())
              .setLength(block.length())
              .setRecords(block.records())
              .setSkip(block.skip()));
    }
    return proto.build();
  }

  private static FileBlocks decode(FileBlocksProto proto) {
    InputFileProto file = proto.getFile();
    return new FileBlocks(
        new InputFile(file.getPath(), file.getLength(), file.getModified()),
        proto.getBlocksList().stream().map(BlocksCodec::decode).toList());
  }

  private static Block decode(BlockProto proto) {
    return new Block(
        proto.getNumber(),
        proto.getOffset(),
        proto.getLength(),
        proto.getRecords(),
        proto.getSkip());
  }
}
