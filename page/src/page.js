// The page: which job or session it shows, which view, and the poll.
import {element} from './dom.js';
import {Feed} from './feed.js';
import {jobHead, jobViews} from './job.js';
import {sessionHead, sessionViews} from './session.js';
import {ended, fill} from './ended.js';
import {history} from './history.js';

const EVERY_MILLIS = 1000;
const STALE_MILLIS = 10_000;

const job = new URLSearchParams(location.search).get('job');
const feed = new Feed(job);
let views = [];
let headOf = () => [];
let failedSince = 0;

function choose() {
  const isSession = 'session' in feed.sections;
  headOf = isSession ? sessionHead : jobHead;
  views = isSession ? sessionViews(feed) : jobViews(feed);
  document.getElementById('raw').href += job ? `?job=${encodeURIComponent(job)}` : ''; // of the service
  addEventListener('hashchange', show);
  show();
}

function current() {
  return views.find(one => `#${one.name}` === location.hash) || views[0];
}

function show() {
  const shown = current();
  const links = views.length < 2 ? [] : views.map(one => element('a', {href: `#${one.name}`, 'aria-current': one === shown ? 'page' : null}, one.title));
  const back = job && feed.sections.ofSession ? [element('a', {href: '?'}, '← session')] : [];
  document.getElementById('views').replaceChildren(...back, ...links);
  document.getElementById('main').replaceChildren(...shown.panels.map(one => one.holder));
  shown.panels.forEach(one => one.onChange(null));
}

function update(changed) {
  document.getElementById('head').replaceChildren(...headOf(feed));
  document.title = document.querySelector('h1')?.textContent || 'Trainer';
  current().panels.forEach(one => one.onChange(changed));
}

function freshness(text, isStale) {
  const place = document.getElementById('freshness');
  if (place.textContent !== text) {
    place.textContent = text;
  }
  place.className = isStale ? 'stale' : '';
}

/** The server may be one of ended jobs. */
async function showHistory() {
  const list = await history();
  if (list) {
    headOf = list.head;
    views = list.views;
    document.getElementById('raw').href = 'ws/v1/trainer/jobs';
    show();
    update(null);
  }
  return list !== null;
}

async function poll() {
  try {
    if (await step()) {
      return;
    }
  } catch (failure) {
    tell(failure);
  }
  setTimeout(poll, EVERY_MILLIS);
}

/** Asks once; true if nothing will change any more. */
async function step() {
  let changed;
  try {
    changed = await feed.poll();
  } catch (failure) {
    if (failure.status !== 404) {
      throw failure;
    }
    if (await ended(feed)) {
      choose();
      update(null);
      freshness('the job has ended', false);
      return true;
    }
    if (!job && await showHistory()) {
      return true;
    }
    throw failure;
  }
  failedSince = 0;
  if (views.length === 0) {
    choose();
  }
  update(changed);
  freshness('', false);
  return false;
}

function tell(failure) {
  if (failure.status === 503) {
    failedSince = 0;
    freshness('the master is starting', false);
  } else {
    failedSince ||= Date.now();
    const seconds = Math.round((Date.now() - failedSince) / 1000);
    freshness(`no answer from the master for ${seconds} s: ${failure.message}`, Date.now() - failedSince > STALE_MILLIS);
  }
}

const embedded = document.getElementById('report');
if (embedded) {
  feed.configuration = JSON.parse(document.getElementById('configuration').textContent) || {keys: []};
  fill(feed, JSON.parse(embedded.textContent));
  choose();
  update(null);
} else {
  poll();
}
