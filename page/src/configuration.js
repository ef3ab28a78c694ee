// The values of all keys, each with its source.
import {element, section, table} from './dom.js';

const NONE = 'The folder of the job has no configuration: an older client submitted it.';

export class ConfigurationView {
  constructor(feed) {
    this.feed = feed;
    this.keys = null; // not read yet
    this.isAsked = false;
    this.all = element('input', {type: 'checkbox', change: () => this.draw()});
    this.text = element('input', {type: 'search', input: () => this.draw()});
    this.rows = element('div', {class: 'quiet'}, 'Reading…');
    const form = element('div', {class: 'form'}, element('label', {}, 'key, value or source', this.text), element('label', {}, 'with defaults', this.all));
    this.holder = section('Configuration', form, this.rows);
  }

  /** Reads the values when the view opens; they never change. */
  onChange() {
    if (!this.isAsked) {
      this.isAsked = true;
      this.read();
    }
  }

  async read() {
    try {
      const configuration = this.feed.configuration === undefined ? await this.answer() : this.feed.configuration;
      if (configuration) {
        this.keys = configuration.keys;
        this.draw();
      } else {
        this.rows.replaceChildren(NONE);
      }
    } catch (failure) {
      this.isAsked = false; // the next change asks again
      this.rows.replaceChildren(failure.message);
    }
  }

  /** The answer of the service; null if there is no configuration. */
  async answer() {
    const query = new URLSearchParams(this.feed.job ? {job: this.feed.job} : {});
    const answer = await fetch(`ws/v1/trainer/configuration?${query}`, {cache: 'no-store'});
    if (!answer.ok && answer.status !== 404) {
      throw new Error(await answer.text());
    }
    return answer.ok ? answer.json() : null;
  }

  draw() {
    if (this.keys) {
      const text = this.text.value.toLowerCase();
      const shown = this.keys.filter(one => this.all.checked || one.set).filter(one => `${one.key} ${one.value ?? ''} ${one.source}`.toLowerCase().includes(text));
      this.rows.className = '';
      this.rows.replaceChildren(table(['key', 'value', 'source'], shown.map(one => [one.key, one.value ?? '', one.source]), 'None.'));
    }
  }
}
