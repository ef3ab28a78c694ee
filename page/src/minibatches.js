// Where the time of a mini-batch goes: by phase, and by worker.
import {Chart} from './chart.js';
import {element, number, section, table} from './dom.js';

const PHASES = ['read', 'pull', 'compute', 'push', 'wait'];
const MEANING = {
  read: 'workers read and decode blocks', pull: 'workers wait for rows of the version before, and so for slower workers', compute: 'workers compute gradients', push: 'workers wait until their gradients are there',
  apply: 'pservers compute the next version', commit: 'a version that a pserver holds waits for its commit', wait: 'workers have no mini-batch to work on',
};
/** The column of the totals with the workers' shares; those of the phases, in milliseconds, follow. */
const MINIBATCHES = 4;

/** Milliseconds of a mini-batch by phase, as the mean of the workers, one on the other. */
export function phaseChart(feed) {
  const chart = new Chart('Time of a mini-batch, ms', true, true);
  return {
    holder: chart.panel,
    onChange(changed) {
      chart.panel.hidden = !feed.sections.minibatch?.compute;
      if ((!changed || changed.has('totals')) && !chart.panel.hidden) {
        const data = [[], ...PHASES.map(() => [])];
        let before = feed.totals[0];
        for (const point of feed.totals.slice(1)) {
          const count = point[MINIBATCHES] - before[MINIBATCHES];
          if (count > 0) {
            data[0].push(point[0] / 1000);
            PHASES.forEach((phase, i) => data[i + 1].push((point[MINIBATCHES + 1 + i] - before[MINIBATCHES + 1 + i]) / count));
            before = point;
          }
        }
        chart.show(PHASES, data);
      }
    },
  };
}

export function phaseTable(feed) {
  const phases = feed.sections.minibatch || {};
  const millis = seconds => `${number(Number((seconds * 1000).toFixed(3)))} ms`;
  return section('Phases over the last 10 s', table(['phase', 'median process', '95th percentile', 'slowest process', 'meaning'],
    Object.keys(MEANING).filter(phase => phases[phase]).map(phase => [phase, ...['p50', 'p95', 'max'].map(name => millis(phases[phase][name])), MEANING[phase]]),
    'No mini-batch was finished.'));
}

/** A strip of workers by mini-batches, the slow ones in colour. */
export class HeatStrip {
  constructor(feed, showWorker) {
    this.feed = feed;
    this.showWorker = showWorker;
    this.cursor = null; // the cell that the keys have chosen
    this.canvas = element('canvas', {role: 'img', class: 'heat', tabindex: 0, mousemove: event => this.say(this.at(event)), click: event => this.open(this.at(event)),
      keydown: event => this.onKey(event), blur: () => this.choose(null)});
    this.rows = 0;
    this.text = element('p', {class: 'quiet'}, '');
    this.holder = section('Slow workers', this.canvas, this.text);
    new ResizeObserver(() => this.draw()).observe(this.holder);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  onChange(changed) {
    if (!changed || changed.has('heat')) {
      this.draw();
    }
  }

  draw() {
    const {columns} = this.feed.heat;
    this.holder.hidden = columns.length === 0;
    const width = this.canvas.parentNode.clientWidth - 26;
    if (this.holder.hidden || width <= 0) {
      return;
    }
    this.rows = Math.max(...columns.map(one => one.cells.length));
    const height = Math.max(2, Math.min(18, Math.floor(360 / this.rows)));
    this.canvas.width = width;
    this.canvas.height = this.rows * height;
    const context = this.canvas.getContext('2d');
    const style = getComputedStyle(document.documentElement);
    const [calm, slow, bad, text] = ['--line', '--warn', '--bad', '--text'].map(name => style.getPropertyValue(name).trim());
    context.strokeStyle = text;
    const cell = width / this.feed.heat.most;
    columns.forEach((column, c) => [...column.cells].forEach((level, row) => {
      if (level !== '.') {
        context.globalAlpha = level === 'x' || level === '0' ? 1 : 0.2 + 0.8 * Number(level) / 9;
        context.fillStyle = level === 'x' ? bad : level === '0' ? calm : slow;
        context.fillRect(Math.floor(c * cell), row * height, Math.ceil(cell) - 1, height > 3 ? height - 1 : height);
      }
    }));
    if (this.cursor) {
      context.globalAlpha = 1;
      context.strokeRect(this.cursor.c * cell + 0.5, this.cursor.row * height + 0.5, cell - 2, Math.max(1, height - 2));
    }
    this.say(this.cursor && this.cell(this.cursor));
  }

  /** Arrows choose a cell, Enter opens its worker. */
  onKey(event) {
    const step = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]}[event.key];
    if (step) {
      const from = this.cursor || {c: this.feed.heat.columns.length, row: 0};
      this.choose({c: from.c + step[0], row: from.row + step[1]});
      event.preventDefault();
    } else if (event.key === 'Enter' && this.cursor) {
      this.open(this.cell(this.cursor));
    }
  }

  choose(cursor) {
    const within = (value, count) => Math.max(0, Math.min(count - 1, value));
    this.cursor = cursor && {c: within(cursor.c, this.feed.heat.columns.length), row: within(cursor.row, this.rows)};
    this.draw();
  }

  cell({c, row}) {
    const column = this.feed.heat.columns[c];
    return column && column.cells[row] ? {column, row} : null;
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const c = Math.floor((event.clientX - box.left) / box.width * this.feed.heat.most);
    return this.cell({c, row: Math.floor((event.clientY - box.top) / box.height * this.rows)});
  }

  /** What a cell says; without one, which worker is the slowest now. */
  say(place) {
    const newest = this.feed.heat.columns[this.feed.heat.columns.length - 1];
    const slowest = [...newest.cells].reduce((worst, level, row) => level > newest.cells[worst] ? row : worst, 0);
    const {column, row} = place || {column: newest, row: slowest};
    const span = column.from === column.to ? `mini-batch ${number(column.to)}` : `mini-batches ${number(column.from)} to ${number(column.to)}`;
    this.text.textContent = `${place ? '' : 'Slowest now: '}${this.name(row)}, ${span}: ${this.words(column.cells[row])}.`;
    this.canvas.setAttribute('aria-label', `A row for each worker, a column for the mini-batches of a moment. ${this.text.textContent}`);
  }

  name(row) {
    const each = this.feed.heat.workersPerRow;
    return each === 1 ? `worker ${row}` : `workers ${row * each} to ${(row + 1) * each - 1}`;
  }

  words(level) {
    return level === 'x' ? 'a worker was lost' : level === '.' ? 'none finished' : level === '0' ? 'as fast as the others' : `${number(Number((2 ** (Number(level) / 3)).toFixed(1)))} times the median time`;
  }

  open(place) {
    if (place && this.feed.heat.workersPerRow === 1) {
      this.showWorker(place.row);
    }
  }
}
