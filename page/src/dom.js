// Elements, and numbers and times as people read them.

/** An element with attributes and children; texts are never parsed as HTML. */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === 'function') {
      made.addEventListener(name, value);
    } else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? '' : value);
    }
  }
  made.append(...children.flat(2).filter(child => child !== null && child !== undefined).map(child => child instanceof Node ? child : String(child)));
  return made;
}

const whole = new Intl.NumberFormat('en', {maximumFractionDigits: 0});
const few = new Intl.NumberFormat('en', {maximumSignificantDigits: 4});

/** A number with at most four digits of a fraction; a dash for none. */
export function number(value) {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return '–';
  }
  return Math.abs(value) >= 1000 || Number.isInteger(value) ? whole.format(value) : few.format(value);
}

/** A size in binary units. */
export function bytes(value) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** A time of day, with the date if it is not today's. */
export function time(millis) {
  if (!millis) {
    return '–';
  }
  const at = new Date(millis);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? at.toLocaleTimeString() : at.toLocaleString();
}

/** A duration of so many seconds. */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) {
    return '–';
  }
  const s = Math.round(seconds);
  if (s < 60) {
    return `${s} s`;
  }
  return s < 3600 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${Math.floor(s / 3600)} h ${Math.floor(s % 3600 / 60)} min`;
}

/** A table; a cell is a text, a number, which stands at the right, or an element. */
export function table(heads, rows, empty) {
  if (rows.length === 0) {
    return element('p', {class: 'quiet'}, empty);
  }
  const isNumber = heads.map((head, i) => rows.every(row => typeof row[i] === 'number'));
  const head = element('tr', {}, heads.map((one, i) => one instanceof Node ? one : element('th', {scope: 'col', class: isNumber[i] ? 'number' : null}, one)));
  const body = rows.map(row => element('tr', {}, row.map(cell)));
  return element('div', {class: 'scroll'}, element('table', {}, element('thead', {}, head), element('tbody', {}, body)));
}

function cell(value) {
  if (value instanceof Node) {
    return element('td', {}, value);
  }
  return typeof value === 'number' ? element('td', {class: 'number'}, number(value)) : element('td', {}, value ?? '');
}

/** A part of the page with a heading. */
export function section(title, ...children) {
  return element('section', {}, element('h2', {}, title), ...children);
}

/** A number with its name. */
export function card(name, value) {
  return element('div', {class: 'card'}, element('b', {}, value), element('span', {}, name));
}

/** The state of a job, coloured. */
export function state(word) {
  const kind = {EXITED: 'good', FAILED: 'bad', KILLED: 'bad'}[word] || 'busy';
  return element('span', {class: `state ${kind}`}, word);
}
