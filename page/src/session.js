// The page of a session: its jobs, their rates, and which worker serves which.
import {card, element, number, section, state, table, time} from './dom.js';
import {Chart} from './chart.js';
import {ConfigurationView} from './configuration.js';
import {rates, recent} from './feed.js';

const RECENT_SECONDS = 10;

export function sessionHead(feed) {
  const {session} = feed.sections;
  if (!session) {
    return [];
  }
  return [
    element('h1', {}, `Session ${session.name}`, state(session.state)),
    element('div', {class: 'id'}, session.sessionId),
    session.endedBy ? element('p', {class: 'activity'}, `Its end was asked for by ${session.endedBy}`) : null,
  ].filter(one => one);
}

export function sessionViews(feed) {
  const top = element('div', {class: 'cards'});
  const speed = new Chart('Records a second of each job', true);
  const jobs = element('div');
  const workers = element('div');
  const whole = {
    holder: element('div', {}, top, speed.panel, section('Jobs', jobs), workers),
    onChange() {
      drawTop(feed, top);
      drawRates(feed, speed);
      jobs.replaceChildren(jobTable(feed));
      workers.replaceChildren(...pool(feed));
    },
  };
  return [{name: 'jobs', title: 'Jobs', panels: [whole]}, {name: 'configuration', title: 'Configuration', panels: [new ConfigurationView(feed)]}];
}

function drawTop(feed, top) {
  const {session, jobs} = feed.sections;
  const running = jobs.filter(one => !one.endedAt);
  top.replaceChildren(card('jobs that run', number(running.length)), card('jobs in all', number(session.jobsInAll)),
    ...(session.wanted ? [card('workers of the pool', `${session.workers} of ${session.wanted}`), card('moves of workers', number(session.moves))] : []));
}

function drawRates(feed, speed) {
  const numbers = [...new Set(feed.totals.slice(-120).flatMap(point => Object.keys(point[1])))].slice(-6);
  const names = new Map(feed.sections.jobs.map(one => [jobNumber(one), one.name]));
  if (numbers.length > 0) {
    speed.show(numbers.map(one => `${one} ${names.get(one) || ''}`), rates(feed.totals, numbers.map(one => point => point[1][one])));
  }
}

function jobNumber(job) {
  return job.jobId.slice(job.jobId.lastIndexOf('.') + 1);
}

function jobTable(feed) {
  const rows = feed.sections.jobs.slice().reverse().map(one => {
    const rate = recent(feed.totals.filter(point => jobNumber(one) in point[1]), point => point[1][jobNumber(one)], RECENT_SECONDS);
    return [element('a', {href: `?job=${encodeURIComponent(one.jobId)}`}, `${jobNumber(one)} ${one.name}`), one.kind, state(one.state), one.done === null ? '' : `${Math.floor(one.done * 100)} %`,
      one.workers, one.endedAt ? '' : number(one.rate ?? rate), time(one.acceptedAt), time(one.endedAt), one.failed || ''];
  });
  return table(['job', 'kind', 'state', 'done', 'workers', 'records/s', 'accepted', 'ended', 'failure'], rows, 'None yet.');
}

function pool(feed) {
  const {workers, session} = feed.sections;
  if (!session.wanted) {
    return [];
  }
  const list = numbers => numbers.map(one => `job ${one}`).join(', ');
  return [section('Workers of the pool', table(['container', 'host', 'serves', 'loads the model of'],
    workers.map(one => [one.container, one.host, list(one.serves), list(one.loads)]), 'None yet.'))];
}
