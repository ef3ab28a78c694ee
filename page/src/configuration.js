// The values of all keys, each with its source.
import {element, section, table} from './dom.js';

export class ConfigurationView {
  constructor(feed) {
    this.feed = feed;
    this.keys = null;
    this.all = element('input', {type: 'checkbox', change: () => this.draw()});
    this.text = element('input', {type: 'search', input: () => this.draw()});
    this.rows = element('div', {class: 'quiet'}, 'Reading…');
    const form = element('div', {class: 'form'}, element('label', {}, 'key, value or source', this.text), element('label', {}, 'with defaults', this.all));
    this.holder = section('Configuration', form, this.rows);
  }

  /** Reads the values when the view opens; they never change. */
  onChange() {
    if (this.keys === null) {
      this.keys = [];
      this.read();
    }
  }

  async read() {
    try {
      this.keys = (this.feed.configuration || await this.answer()).keys;
      this.draw();
    } catch (failure) {
      this.keys = null; // the next change asks again
      this.rows.replaceChildren(failure.message);
    }
  }

  async answer() {
    const query = new URLSearchParams(this.feed.job ? {job: this.feed.job} : {});
    const answer = await fetch(`ws/v1/trainer/configuration?${query}`, {cache: 'no-store'});
    if (!answer.ok) {
      throw new Error(await answer.text());
    }
    return answer.json();
  }

  draw() {
    const text = this.text.value.toLowerCase();
    const shown = this.keys.filter(one => this.all.checked || !/^(default|not set)/.test(one.source))
      .filter(one => `${one.key} ${one.value ?? ''} ${one.source}`.toLowerCase().includes(text));
    this.rows.className = '';
    this.rows.replaceChildren(table(['key', 'value', 'source'], shown.map(one => [one.key, one.value ?? '', one.source]), 'None.'));
  }
}
