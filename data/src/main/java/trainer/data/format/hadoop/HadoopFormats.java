package trainer.data.format.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputFormat;
import trainer.data.format.ClassFormats;

/** Makes the formats of classes that implement Hadoop's {@code InputFormat}. */
public final class HadoopFormats implements ClassFormats {
  @Override
  public trainer.data.format.InputFormat of(String name, Configuration hadoop) {
    Class<? extends InputFormat<?, ?>> type = FormatClass.find(name, hadoop.getClassLoader());
    FormatClass.construct(type, hadoop); // fails before any file is opened
    return new HadoopFormat(type, hadoop);
  }
}
