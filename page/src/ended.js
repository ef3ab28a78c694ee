// A job of a session that has ended: its report has what the feed would have.

const LISTS = ['members', 'containers', 'workers', 'series'];

/** Fills the feed from the report of the job; false if there is none. */
export async function ended(feed) {
  const answer = await fetch(`ws/v1/trainer/status?job=${encodeURIComponent(feed.job || '')}`, {cache: 'no-store'});
  if (!answer.ok) {
    return false;
  }
  const report = await answer.json();
  if (!report.jobId) {
    return false;
  }
  fill(feed, report);
  return true;
}

/** Every section has the fields of the whole report: each reads those that it knows. */
export function fill(feed, report) {
  const counts = {};
  for (const one of report.members || []) {
    counts[one.role] ||= {};
    counts[one.role][one.state] = (counts[one.role][one.state] || 0) + 1;
  }
  const fields = Object.fromEntries(Object.entries(report).filter(([name]) => !LISTS.includes(name)));
  const all = {...fields, counts};
  for (const name of ['identity', 'lifecycle', 'progress', 'synchronisation', 'work', 'results', 'processes', 'incidents']) {
    feed.sections[name] = all;
  }
  feed.sections.activity = report.failure ? 'The job has failed' : 'The job has ended';
  feed.sections.ofSession = true;
  feed.curve = report.series || [];
  feed.events = (report.states || []).map((one, i) => ({number: i + 1, at: one.at, kind: 'state', text: `the job is ${one.name}`}))
    .concat((report.survived || []).map(one => ({at: one.when, kind: 'fault', text: `survived in ${one.seconds.toFixed(1)} s: ${one.what}`})));
}
