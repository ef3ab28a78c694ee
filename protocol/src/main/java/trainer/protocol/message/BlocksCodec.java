package trainer.protocol.message;

import java.util.List;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.input.Split;
import trainer.protocol.proto.BlockProto;
import trainer.protocol.proto.FileBlocksProto;
import trainer.protocol.proto.InputFileProto;
import trainer.protocol.proto.SplitProto;

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
                    .setModified(file.modified())
                    .setSplit(encode(file.split())));
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
        new InputFile(
            file.getPath(), file.getLength(), file.getModified(), decode(file.getSplit())),
        proto.getBlocksList().stream().map(BlocksCodec::decode).toList());
  }

  private static SplitProto encode(Split split) {
    return switch (split) {
      case ALL -> SplitProto.SPLIT_ALL;
      case TRAINED -> SplitProto.SPLIT_TRAINED;
      case HELD_OUT -> SplitProto.SPLIT_HELD_OUT;
    };
  }

  private static Split decode(SplitProto proto) {
    return switch (proto) {
      case SPLIT_ALL -> Split.ALL;
      case SPLIT_TRAINED -> Split.TRAINED;
      case SPLIT_HELD_OUT -> Split.HELD_OUT;
      case UNRECOGNIZED -> throw new IllegalArgumentException("an unknown split");
    };
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
