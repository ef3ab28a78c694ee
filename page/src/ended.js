// A job of a session that has ended: its report has what the feed would have.

const LISTS = ['members', 'containers', 'workers', 'series'];

/** What a report lacks of which only the state is known. */
const NOTHING = {
  version: 0, versions: 0, progress: 0, epoch: 0, epochs: 0, perEpoch: [], waitingFor: [], sync: '–', checkpoints: [], tables: [], metrics: {}, seconds: {total: NaN, training: NaN},
  recordsPerSecond: null, blacklist: [], pservers: null, workersWanted: null, survived: [], warnings: [],
};

/** Fills the feed from the report of the job; false if there is none. */
export async function ended(feed) {
  if (!feed.job) {
    return false;
  }
  const answer = await fetch(`ws/v1/trainer/status?members=true&job=${encodeURIComponent(feed.job || '')}`, {cache: 'no-store'});
  if (!answer.ok) {
    return false;
  }
  const report = await answer.json();
  if (!report.jobId && !report.sessionId) {
    return false;
  }
  fill(feed, report);
  return true;
}

/** The processes, each with its container and its work, as the master's service has them. */
function join(members, containers, workers) {
  const byId = new Map(containers.map(one => [one.containerId, one]));
  const work = new Map(workers.map(one => [one.incarnation, one]));
  return members.map(one => {
    const {records = 0, shares = 0} = one.role === 'worker' ? work.get(one.incarnation) || {} : {};
    return {...byId.get(one.container), ...one, records, shares};
  });
}

/** Every section has the fields of the whole report: each reads those that it knows. */
export function fill(feed, report) {
  if (report.sessionId) {
    feed.sections = {session: {...report, wanted: 0, jobsInAll: report.jobs.length}, jobs: report.jobs, workers: []};
    return;
  }
  const counts = {};
  for (const one of report.members || []) {
    counts[one.role] ||= {};
    counts[one.role][one.state] = (counts[one.role][one.state] || 0) + 1;
  }
  const fields = Object.fromEntries(Object.entries(report).filter(([name]) => !LISTS.includes(name)));
  const all = {...NOTHING, name: report.jobId, ...fields, counts};
  for (const name of ['identity', 'lifecycle', 'progress', 'synchronisation', 'work', 'results', 'processes', 'incidents']) {
    feed.sections[name] = all;
  }
  feed.sections.activity = report.failure ? 'The job has failed' : 'The job has ended';
  feed.sections.ofSession = !!feed.job;
  feed.members = join(report.members || [], report.containers || [], report.workers || []);
  feed.curve = report.series || [];
  feed.events = (report.states || []).map((one, i) => ({number: i + 1, at: one.at, kind: 'state', text: `the job is ${one.name}`}))
    .concat((report.survived || []).map(one => ({at: one.when, kind: 'fault', text: `survived in ${one.seconds.toFixed(1)} s: ${one.what}`})));
}
