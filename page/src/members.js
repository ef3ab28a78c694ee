// The processes of a job: the server sorts, filters and pages.
import {bytes, element, number, section, table, time} from './dom.js';

const COUNT = 50;
const EVERY_MILLIS = 2000;
const COLUMNS = [['role', 'process'], ['host', 'host'], ['state', 'state'], ['records', 'records'], ['shares', 'shares'], ['behind', 'waited for'], ['rows', 'rows'], ['bytes', 'memory'], ['heartbeat', 'heartbeat'], [null, 'container'],
  [null, 'log']];

export class MemberTable {
  /** @param showLog shows the log of a container; null if nobody can */
  constructor(feed, showLog) {
    this.feed = feed;
    this.showLog = feed.members ? null : showLog;
    this.query = {role: '', state: '', text: '', sort: 'role', from: 0};
    this.readAt = 0;
    this.rows = element('div', {class: 'quiet'}, 'Reading…');
    this.pages = element('div', {class: 'form'});
    this.holder = section('Processes', this.form(), this.rows, this.pages);
  }

  form() {
    const choice = (name, values) => {
      const select = element('select', {name, change: event => this.ask({[name]: event.target.value, from: 0})},
        element('option', {value: ''}, 'all'), values.map(one => element('option', {value: one}, one)));
      this.choices.push(select);
      return element('label', {}, name, select);
    };
    this.choices = [];
    this.text = element('input', {type: 'search', input: event => this.ask({text: event.target.value, from: 0})});
    return element('div', {class: 'form'}, choice('role', ['worker', 'pserver']), choice('state', ['live', 'slow', 'suspected', 'dead', 'left']),
      element('label', {}, 'process, host, container or cause', this.text));
  }

  ask(change) {
    Object.assign(this.query, change);
    this.text.value = this.query.text;
    this.choices.forEach(one => { one.value = this.query[one.name]; });
    this.read();
  }

  onChange() {
    if (Date.now() - this.readAt >= EVERY_MILLIS) {
      this.read();
    }
  }

  async read() {
    this.readAt = Date.now();
    if (this.feed.members) {
      this.draw(select(this.feed.members, this.query));
      return;
    }
    const query = new URLSearchParams({...this.query, count: COUNT});
    if (this.feed.job) {
      query.set('job', this.feed.job);
    }
    const asked = query.toString();
    this.asked = asked;
    try {
      const answer = await fetch(`ws/v1/trainer/members?${asked}`, {cache: 'no-store'});
      if (answer.ok && this.asked === asked) { // else a newer question is on its way
        this.draw(await answer.json());
      }
    } catch {
      this.readAt = 0;
    }
  }

  draw({total, from, members}) {
    const focus = this.rows.contains(document.activeElement) ? document.activeElement.dataset.sort : null;
    this.rows.replaceChildren(table(COLUMNS.map(([sort, title]) => this.head(sort, title)), members.map(one => row(one, this.showLog)), 'None.'));
    if (focus) {
      this.rows.querySelector(`[data-sort="${focus}"]`)?.focus();
    }
    const move = (title, to, isOn) => element('button', {type: 'button', disabled: !isOn, click: () => this.ask({from: to})}, title);
    this.pages.replaceChildren(element('span', {class: 'quiet'}, total === 0 ? '' : `${number(from + 1)} to ${number(from + members.length)} of ${number(total)}`),
      ...(total > COUNT ? [move('earlier', Math.max(0, from - COUNT), from > 0), move('later', from + COUNT, from + COUNT < total)] : []));
  }

  head(sort, title) {
    if (!sort) {
      return element('th', {scope: 'col'}, title);
    }
    const now = this.query.sort;
    const order = now === sort ? 'ascending' : now === `-${sort}` ? 'descending' : null;
    const next = now === `-${sort}` ? sort : now === sort ? `-${sort}` : ['records', 'shares', 'behind', 'rows', 'bytes'].includes(sort) ? `-${sort}` : sort;
    const mark = {ascending: ' ↑', descending: ' ↓'}[order] || '';
    return element('th', {scope: 'col', 'aria-sort': order}, element('button', {type: 'button', 'data-sort': sort, click: () => this.ask({sort: next, from: 0})}, title + mark));
  }
}

/** What the master's service does, for a job that has ended. */
function select(members, {role, state, text, sort, from}) {
  const column = sort.replace(/^-/, '');
  const keys = {role: one => one.index, behind: one => one.behindMillis, heartbeat: one => one.lastHeartbeat || 0};
  const key = keys[column] || (one => one[column]);
  const compare = (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * (sort.startsWith('-') ? -1 : 1);
  const selected = members.filter(one => (!role || one.role === role) && (!state || one.state === state)
    && (!text || `${one.role} ${one.index}` === text || [one.host, one.container, one.why].some(field => field?.includes(text)))).sort(compare);
  return {total: selected.length, from, members: selected.slice(from, from + COUNT)};
}

function row(one, showLog) {
  const condition = element('span', {class: one.state}, one.why ? `${one.state}: ${one.why}` : one.full ? `${one.state}, full: ${one.full}` : one.state);
  return [`${one.role} ${one.index}`, one.host, condition, one.records, one.shares, one.behindMillis ? `${(one.behindMillis / 1000).toFixed(1)} s` : '', held(one), one.bytes === undefined ? '' : bytes(one.bytes), time(one.lastHeartbeat),
    one.container, showLog ? element('button', {type: 'button', class: 'link', click: () => showLog(one.container)}, 'log') : one.logPath || ''];
}

/** What a pserver holds. */
function held({rows, partitions}) {
  return rows === undefined ? '' : `${number(rows)} in ${number(partitions)} partitions`;
}
