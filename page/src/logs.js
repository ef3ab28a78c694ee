// The log of a process, and the stacks of its threads.
import {bytes, element, section} from './dom.js';

const EVERY_MILLIS = 2000;
const COUNT = 200;
const MASTER = 'the master';

export class LogView {
  constructor(feed) {
    this.feed = feed;
    this.query = {process: 'worker 0', file: '', text: ''};
    this.readAt = 0;
    this.process = element('input', {value: this.query.process, size: 44, spellcheck: 'false', change: event => this.ask({process: event.target.value.trim(), file: ''})});
    this.file = element('select', {change: event => this.ask({file: event.target.value})});
    this.text = element('input', {type: 'search', input: event => this.ask({text: event.target.value})});
    this.lines = element('pre', {class: 'log', tabindex: 0, 'aria-label': 'lines of the log'});
    this.note = element('p', {class: 'quiet'});
    const form = element('div', {class: 'form'}, element('label', {}, 'process or container', this.process), element('label', {}, 'log', this.file), element('label', {}, 'lines with', this.text),
      element('button', {type: 'button', click: () => this.showThreads(this.query.process)}, 'threads of the process'),
      element('button', {type: 'button', click: () => this.showThreads('')}, 'threads of the master'));
    this.holder = section('Log', form, this.note, this.lines);
  }

  /** Shows the log of another process. */
  open(process) {
    this.process.value = process;
    this.ask({process, file: ''});
  }

  ask(change) {
    Object.assign(this.query, change);
    this.threads = false;
    this.read();
  }

  onChange() {
    if (!this.threads && Date.now() - this.readAt >= EVERY_MILLIS) {
      this.read();
    }
  }

  async read() {
    this.readAt = Date.now();
    const asked = this.parameters({...this.query, count: COUNT});
    this.asked = asked;
    const answer = await this.fetch(`ws/v1/trainer/logs?${asked}`);
    if (answer && this.asked === asked && !this.threads) {
      const log = await answer.json();
      this.file.replaceChildren(...log.files.map(name => element('option', {value: name, selected: name === log.file}, name)));
      const isAll = log.skipped === 0 && log.lines.length < COUNT;
      this.show(log.lines.join('\n'), `${isAll ? 'The whole log' : `The newest ${log.lines.length} lines`}${log.skipped > 0 ? `; the first ${bytes(log.skipped)} are not searched` : ''}.`);
    }
  }

  async showThreads(process) {
    this.threads = true;
    this.show('', `Asking ${process || MASTER} for its threads…`);
    const answer = await this.fetch(`ws/v1/trainer/threads?${this.parameters({process})}`);
    if (answer) {
      this.show(await answer.text(), `Threads of ${process || MASTER} at ${new Date().toLocaleTimeString()}.`);
      this.lines.scrollTop = 0;
    }
  }

  parameters(values) {
    return new URLSearchParams({...values, ...(this.feed.job ? {job: this.feed.job} : {})}).toString();
  }

  /** The answer, or null, and the reason is shown. */
  async fetch(address) {
    try {
      const answer = await fetch(address, {cache: 'no-store'});
      if (answer.ok) {
        return answer;
      }
      this.show('', await answer.text());
    } catch (failure) {
      this.show('', `No answer: ${failure.message}`);
    }
    return null;
  }

  show(text, note) {
    const isAtEnd = this.lines.scrollTop + this.lines.clientHeight >= this.lines.scrollHeight - 8;
    this.note.textContent = note;
    if (this.lines.textContent !== text) {
      this.lines.textContent = text;
      if (isAtEnd) {
        this.lines.scrollTop = this.lines.scrollHeight;
      }
    }
  }
}
