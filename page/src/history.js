// The jobs of a folder: the server filters and pages.
import {element, number, section, state, table, time} from './dom.js';

const COUNT = 50;

/** The list of the server's jobs; null if it has none. */
export async function history() {
  const query = {text: '', state: '', from: 0};
  const first = await read(query);
  if (!first) {
    return null;
  }
  const rows = element('div');
  const pages = element('div', {class: 'form'});
  const ask = async change => {
    Object.assign(query, change);
    const answer = await read(query);
    if (answer) {
      draw(answer, rows, pages, ask);
    }
  };
  const form = element('div', {class: 'form'},
    element('label', {}, 'state', element('select', {change: event => ask({state: event.target.value, from: 0})},
      element('option', {value: ''}, 'all'), ['EXITED', 'FAILED', 'KILLED', 'UNKNOWN'].map(one => element('option', {value: one}, one)))),
    element('label', {}, 'id or name', element('input', {type: 'search', input: event => ask({text: event.target.value, from: 0})})));
  draw(first, rows, pages, ask);
  const holder = section('Jobs', form, rows, pages);
  return {
    head: () => [element('h1', {}, 'Trainer jobs'), element('div', {class: 'id'}, first.folder)],
    views: [{name: 'jobs', title: 'Jobs', panels: [{holder, onChange() {}}]}],
  };
}

async function read(query) {
  const answer = await fetch(`ws/v1/trainer/jobs?${new URLSearchParams({...query, count: COUNT})}`, {cache: 'no-store'});
  return answer.ok ? answer.json() : null;
}

function draw({total, from, jobs}, rows, pages, ask) {
  rows.replaceChildren(table(['job', 'name', 'state', 'started', 'ended', 'held-out', 'failure'], jobs.map(one => [
    one.state === 'UNKNOWN' ? one.jobId : element('a', {href: `?job=${encodeURIComponent(one.jobId)}`}, one.jobId), one.name, state(one.state), time(one.startedAt), time(one.endedAt),
    measures(one.metrics), one.failure]), 'None.'));
  const move = (title, to, isOn) => element('button', {type: 'button', disabled: !isOn, click: () => ask({from: to})}, title);
  pages.replaceChildren(element('span', {class: 'quiet'}, total === 0 ? '' : `${number(from + 1)} to ${number(from + jobs.length)} of ${number(total)}`),
    ...(total > COUNT ? [move('newer', Math.max(0, from - COUNT), from > 0), move('older', from + COUNT, from + COUNT < total)] : []));
}

function measures(metrics) {
  return ['logLoss', 'auc', 'accuracy', 'rmse'].filter(name => name in metrics).slice(0, 2).map(name => `${name} ${number(metrics[name])}`).join(', ');
}
