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
  /** @param isTime whether the x axis has times, in seconds */
  constructor(title, isTime) {
    this.isTime = isTime;
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
    this.data = data;
    const last = lines.map((line, i) => `${line}: ${number(lastOf(data[i + 1]))}`).join(', ');
    this.holder.setAttribute('aria-label', `${this.title}. ${last}`);
    if (this.plot && this.names === lines.join()) {
      this.plot.setData(data);
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
      scales: {x: {time: this.isTime}, y: {range: (plot, least, most) => this.isTime ? [0, Math.max(1, most * 1.1)] : uPlot.rangeNum(least, most, 0.1, false)}},
      axes: [this.isTime ? axis : {...axis, values}, {...axis, values, size: 64}],
      series: [{label: this.isTime ? 'time' : 'version', value: (plot, x) => x === null ? '' : this.isTime ? new Date(x * 1000).toLocaleTimeString() : number(x)},
        ...this.lines.map((label, i) => ({label, stroke: colour(COLOURS[i % COLOURS.length]), width: 2, spanGaps: true, value: (plot, y) => number(y)}))],
    }, this.data, this.holder);
  }

  resize() {
    if (!this.plot) {
      this.draw();
    } else if (this.holder.clientWidth > 0 && this.holder.clientWidth !== this.plot.width) {
      this.plot.setSize({width: this.holder.clientWidth, height: HEIGHT});
    }
  }
}

function lastOf(values) {
  return values.findLast(value => value !== null && value !== undefined);
}
