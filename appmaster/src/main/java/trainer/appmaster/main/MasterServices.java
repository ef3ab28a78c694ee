package trainer.appmaster.main;

import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import trainer.appmaster.files.LeadershipFence;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.loop.Mailbox;
import trainer.appmaster.serve.Commands;
import trainer.appmaster.serve.MemberSessions;

/**
 * The parts of a master that all its jobs share.
 *
 * @param background runs tasks that may block
 * @param fence passed before anything is published
 */
record MasterServices(
    Configuration hadoop,
    Mailbox mailbox,
    LatestViews views,
    MemberSessions members,
    Commands commands,
    Executor background,
    LeadershipFence fence) {}
