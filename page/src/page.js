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
  show();
}

function current() {
  return views.find(one => `#${one.name}` === location.hash) || views[0];
}

function show() {
  const shown = current();
  if (!shown) {
    return; // nothing has been read yet
  }
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

/** Shows the jobs of a server of ended jobs. */
function showHistory(list) {
  headOf = list.head;
  views = list.views;
  document.getElementById('raw').href = 'ws/v1/trainer/jobs';
  show();
  update(null);
}

/** Asks once a second, until nothing will change any more. */
async function poll() {
  let isLast = false;
  try {
    const shown = await ask();
    isLast = shown.isLast;
    draw(shown);
    failedSince = 0;
  } catch (failure) {
    showFailure(failure);
  }
  if (!isLast) {
    setTimeout(poll, EVERY_MILLIS);
  }
}

function draw({list, changed, isLast}) {
  if (list) {
    showHistory(list);
    return;
  }
  if (views.length === 0 || isLast) {
    choose();
  }
  update(changed);
  freshness(isLast ? 'the job has ended' : '', false);
}

/** What has changed in the feed; or the list of a server of ended jobs. */
async function ask() {
  try {
    return {changed: await feed.poll(), isLast: false};
  } catch (failure) {
    if (failure.status === 404) {
      if (await ended(feed)) {
        return {changed: null, isLast: true};
      }
      const list = job ? null : await history();
      if (list) {
        return {list, isLast: true};
      }
    }
    throw failure;
  }
}

function showFailure(failure) {
  if (failure.status === 503) {
    failedSince = 0;
    freshness('the master is starting', false);
  } else {
    failedSince ||= Date.now();
    const seconds = Math.round((Date.now() - failedSince) / 1000);
    freshness(`nothing new from the master for ${seconds} s: ${failure.message}`, Date.now() - failedSince > STALE_MILLIS);
  }
}

addEventListener('hashchange', show);
const embedded = document.getElementById('report');
if (embedded) {
  feed.configuration = JSON.parse(document.getElementById('configuration').textContent);
  fill(feed, JSON.parse(embedded.textContent));
  choose();
  update(null);
} else {
  document.getElementById('raw').href += job ? `?job=${encodeURIComponent(job)}` : '';
  poll();
}
