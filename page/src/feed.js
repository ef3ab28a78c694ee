// What the server has said so far: sections that are replaced, and series that grow.

const SERIES = ['curve', 'totals'];
const EVENTS = 500;
const HEAT_COLUMNS = 60;

export class Feed {
  constructor(job) {
    this.job = job;
    this.clear();
  }

  clear() {
    this.mark = null;
    this.sections = {};
    this.curve = [];
    this.totals = [];
    this.events = [];
    this.heat = {most: HEAT_COLUMNS, workersPerRow: 1, columns: []};
  }

  /** Asks for what has changed; returns the names of what did. */
  async poll() {
    const query = new URLSearchParams();
    if (this.job) {
      query.set('job', this.job);
    }
    if (this.mark) {
      query.set('since', this.mark);
    }
    const answer = await fetch(`ws/v1/trainer/changes?${query}`, {cache: 'no-store'});
    if (!answer.ok) {
      throw Object.assign(new Error(`the master answers ${answer.status}`), {status: answer.status});
    }
    return this.take(await answer.json());
  }

  take(changes) {
    const {mark, whole, now, ...parts} = changes;
    if (whole) {
      this.clear();
    }
    this.mark = mark;
    this.now = now;
    const changed = new Set(Object.keys(parts));
    for (const [name, value] of Object.entries(parts)) {
      if (SERIES.includes(name)) {
        this.grow(name, value);
      } else if (name === 'events') {
        this.events = this.events.concat(value).slice(-EVENTS);
      } else if (name === 'heat') {
        const known = value.workersPerRow === this.heat.workersPerRow ? this.heat.columns : [];
        this.heat = {...this.heat, workersPerRow: value.workersPerRow, columns: known.concat(value.columns).slice(-HEAT_COLUMNS)};
      } else {
        this.sections[name] = value;
      }
    }
    return changed;
  }

  grow(name, {from, points}) {
    if (from > this[name].length) {
      this.mark = null; // an answer was lost: ask for everything
      return;
    }
    this[name] = this[name].slice(0, from).concat(points);
  }
}

/** The rates between the points of totals, a second: x values, then a line for each of the columns. */
export function rates(totals, columns) {
  const data = [[], ...columns.map(() => [])];
  for (let i = 1; i < totals.length; i++) {
    const seconds = (totals[i][0] - totals[i - 1][0]) / 1000;
    data[0].push(totals[i][0] / 1000);
    columns.forEach((column, c) => {
      const before = column(totals[i - 1]);
      const after = column(totals[i]);
      data[c + 1].push(before === undefined || after === undefined || seconds <= 0 ? null : Math.max(0, after - before) / seconds);
    });
  }
  return data;
}

/** The rate of a column over the last so many seconds. */
export function recent(totals, column, seconds) {
  if (totals.length < 2) {
    return NaN;
  }
  const last = totals[totals.length - 1];
  const first = totals.find(point => last[0] - point[0] <= seconds * 1000) || last;
  return last === first ? NaN : (column(last) - column(first)) / ((last[0] - first[0]) / 1000);
}
