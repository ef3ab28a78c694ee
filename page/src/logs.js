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
    this.asked = 0;
    this.names = '';
    this.process = element('input', {value: this.query.process, size: 44, spellcheck: 'false', change: event => this.ask({process: event.target.value.trim(), file: ''})});
    this.file = element('select', {change: event => this.ask({file: event.target.value})});
    this.text = element('input', {type: 'search', change: event => this.ask({text: event.target.value}), search: event => this.ask({text: event.target.value})});
    this.lines = element('pre', {class: 'log', tabindex: 0, 'aria-label': 'lines of the log'});
    this.note = element('p', {class: 'quiet'});
    const form = element('div', {class: 'form'}, element('label', {}, 'process or container', this.process), element('label', {}, 'log', this.file), element('label', {}, 'lines with', this.text),
      element('button', {type: 'button', click: () => this.ask({})}, 'log'),
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
    this.names = '';
    this.read();
  }

  /** Reads the newest lines again. A search reads the whole file, so one that was answered is not repeated. */
  onChange() {
    const isFound = this.query.text && this.isAnswered;
    if (!this.threads && !isFound && Date.now() - this.readAt >= EVERY_MILLIS) {
      this.read();
    }
  }

  async read() {
    this.readAt = Date.now();
    this.isAnswered = false;
    const text = await this.answer('logs', {...this.query, count: COUNT});
    if (text !== null) {
      this.isAnswered = true;
      const log = JSON.parse(text);
      if (this.names !== log.files.join()) { // else an open list would close
        this.names = log.files.join();
        this.file.replaceChildren(...log.files.map(name => element('option', {value: name, selected: name === log.file}, name)));
      }
      const isCut = log.skipped > 0 || log.lines.length === COUNT;
      const which = this.query.text ? `lines with “${this.query.text}” at ${new Date().toLocaleTimeString()}` : 'lines';
      this.show(log.lines.join('\n'), `${isCut ? 'The newest' : 'All'} ${log.lines.length} ${which}${log.skipped > 0 ? `; the first ${bytes(log.skipped)} are not read` : ''}.`);
    }
  }

  async showThreads(process) {
    this.threads = true;
    this.show('', `Asking ${process || MASTER} for its threads…`);
    const text = await this.answer('threads', {process});
    if (text !== null) {
      this.show(text, `Threads of ${process || MASTER} at ${new Date().toLocaleTimeString()}.`);
      this.lines.scrollTop = 0;
    }
  }

  /** The text of an answer; null if the service refuses, which is shown, or something else was asked since. */
  async answer(service, values) {
    const number = ++this.asked;
    const query = new URLSearchParams({...values, ...(this.feed.job ? {job: this.feed.job} : {})});
    let text;
    let isFound = false;
    try {
      const answer = await fetch(`ws/v1/trainer/${service}?${query}`, {cache: 'no-store'});
      text = await answer.text();
      isFound = answer.ok;
    } catch (failure) {
      text = `No answer: ${failure.message}`;
    }
    if (number !== this.asked) {
      return null;
    }
    if (!isFound) {
      this.show('', text);
    }
    return isFound ? text : null;
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
