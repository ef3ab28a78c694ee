// Lines over time or versions, drawn by uPlot.
import uPlot from 'uplot';
import {element, number} from './dom.js';

const HEIGHT = 220;
const COLOURS = ['--one', '--two', '--three', '--four', '--five', '--six'];

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A chart that is drawn anew only if its lines or the page's width have changed. */
export class Chart {
  /**
   * @param isTime whether the x axis has times, in seconds
   * @param isStacked whether each line stands on the one before
   */
  constructor(title, isTime, isStacked = false) {
    this.isTime = isTime;
    this.isStacked = isStacked;
    this.holder = element('div', {role: 'img'});
    this.title = title;
    this.panel = element('section', {}, element('h2', {}, title), this.holder);
    this.names = '';
    this.plot = null;
    new ResizeObserver(() => this.resize()).observe(this.holder);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  /** Shows lines; data holds the x values, then the values of each line. */
  show(lines, data) {
    this.lines = lines;
    this.values = data;
    this.data = this.isStacked ? stack(data) : data;
    const last = lines.map((line, i) => `${line}: ${number(lastOf(data[i + 1]))}`).join(', ');
    this.holder.setAttribute('aria-label', `${this.title}. ${last}`);
    if (this.plot && this.names === lines.join()) {
      this.plot.setData(this.data);
    } else {
      this.draw();
    }
  }

  draw() {
    if (!this.data || this.holder.clientWidth === 0) {
      return;
    }
    this.plot?.destroy();
    this.names = this.lines.join();
    const axis = {stroke: colour('--quiet'), grid: {stroke: colour('--line'), width: 1}, ticks: {stroke: colour('--line')}, font: '12px system-ui'};
    const values = (plot, ticks) => ticks.map(number);
    this.plot = new uPlot({
      width: this.holder.clientWidth,
      height: HEIGHT,
      scales: {x: {time: this.isTime}, y: {range: (plot, least, most) => this.isTime ? [0, this.top(most)] : uPlot.rangeNum(least, most, 0.1, false)}},
      axes: [this.isTime ? axis : {...axis, values}, {...axis, values, size: 64}],
      series: [{label: this.isTime ? 'time' : 'version', value: (plot, x) => x === null ? '' : this.isTime ? new Date(x * 1000).toLocaleTimeString() : number(x)},
        ...this.lines.map((label, i) => ({label, stroke: colour(COLOURS[i % COLOURS.length]), width: 2, spanGaps: true, ...this.fill(i), value: (plot, y, s, at) => number(at === null ? y : this.values[s][at])}))],
      bands: this.isStacked ? this.lines.slice(1).map((line, i) => ({series: [i + 2, i + 1]})) : [],
    }, this.data, this.holder);
  }

  /** The upper end of the y axis. A few high points, such as those of a start, do not flatten a stack. */
  top(most) {
    if (!(most > 0)) {
      return 1;
    }
    const sums = this.isStacked ? this.data[this.data.length - 1].toSorted((a, b) => a - b) : [most];
    return Math.min(1.1 * most, 2 * (sums[Math.floor(0.9 * sums.length)] || most));
  }

  fill(line) {
    return this.isStacked ? {fill: `${colour(COLOURS[line % COLOURS.length])}55`} : {};
  }

  resize() {
    if (!this.plot) {
      this.draw();
    } else if (this.holder.clientWidth > 0 && this.holder.clientWidth !== this.plot.width) {
      this.plot.setSize({width: this.holder.clientWidth, height: HEIGHT});
    }
  }
}

/** Each line as the sum of itself and those before it. */
function stack([x, ...lines]) {
  const sums = [];
  lines.forEach((line, i) => sums.push(line.map((value, at) => value + (i === 0 ? 0 : sums[i - 1][at]))));
  return [x, ...sums];
}

function lastOf(values) {
  return values.findLast(value => value !== null && value !== undefined);
}
