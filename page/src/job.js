// The views of one job. A view is a list of panels; a panel names the sections that it shows.
import {bytes, card, duration, element, number, section, state, table, time} from './dom.js';
import {Chart} from './chart.js';
import {ConfigurationView} from './configuration.js';
import {rates, recent} from './feed.js';
import {LogView} from './logs.js';
import {MemberTable} from './members.js';
import {HeatStrip, phaseChart, phaseTable} from './minibatches.js';

const RECENT_SECONDS = 10;
const EVENT_KINDS = ['state', 'member', 'fault', 'checkpoint', 'node', 'scale', 'warning'];

export function jobViews(feed) {
  const logs = new LogView(feed);
  const members = new MemberTable(feed, container => {
    logs.open(container);
    location.hash = '#logs';
  });
  const showWorker = index => {
    members.ask({role: '', state: '', text: `worker ${index}`, from: 0});
    location.hash = '#processes';
  };
  return [
    {name: 'overview', title: 'Overview', panels: [panel(['lifecycle', 'progress', 'results', 'processes', 'totals', 'incidents', 'synchronisation'], () => cards(feed)),
      charts(feed), panel(['lifecycle'], () => waiting(feed)), panel(['incidents'], () => survived(feed))]},
    ...(feed.members || feed.sections.synchronisation.sync === 'none' ? [] : [{name: 'minibatches', title: 'Mini-batches', panels: [phaseChart(feed), panel(['minibatch'], () => phaseTable(feed)), new HeatStrip(feed, showWorker)]}]),
    {name: 'processes', title: 'Processes', panels: [members, panel(['processes'], () => blacklist(feed))]},
    {name: 'tasks', title: 'Tasks', panels: [panel(['synchronisation', 'progress'], () => tasks(feed)), panel(['progress'], () => epochs(feed))]},
    {name: 'checkpoints', title: 'Checkpoints', panels: [panel(['work'], () => checkpoints(feed))]},
    {name: 'events', title: 'Events', panels: [events(feed)]},
    ...(feed.members ? [] : [{name: 'logs', title: 'Logs', panels: [logs]}]),
    {name: 'configuration', title: 'Configuration', panels: [new ConfigurationView(feed)]},
    {name: 'model', title: 'Model', panels: [panel(['results', 'lifecycle'], () => model(feed))]},
  ];
}

/** What draws itself anew when one of these sections changes. */
function panel(sections, draw) {
  const holder = element('div');
  return {
    holder,
    onChange(changed) {
      if (!changed || sections.some(name => changed.has(name))) {
        holder.replaceChildren(...[draw()].flat().filter(one => one));
      }
    },
  };
}

export function jobHead(feed) {
  const {identity, lifecycle, progress, activity, incidents, results, work} = feed.sections;
  if (!identity) {
    return [];
  }
  const isOver = ['EXITED', 'FAILED', 'KILLED'].includes(lifecycle.state);
  const left = !isOver && progress.progress > 0.01 ? results.seconds.training * (1 - progress.progress) / progress.progress : NaN;
  return [
    element('h1', {}, identity.name, state(lifecycle.state)),
    element('div', {class: 'id'}, identity.jobId),
    element('p', {class: 'activity'}, activity || ''),
    element('progress', {max: 1, value: progress.progress, 'aria-label': 'the finished part'}),
    element('div', {class: 'quiet'}, `${Math.floor(progress.progress * 100)} % in ${duration(results.seconds.total)}${Number.isNaN(left) ? '' : `, about ${duration(left)} left`}`),
    lifecycle.failure ? element('p', {class: 'failure', role: 'alert'}, lifecycle.failure.message) : null,
    work?.outputTrouble ? element('p', {class: 'failure'}, `The output cannot be written yet: ${work.outputTrouble.message}`) : null,
    work?.checkpointTrouble && !work.checkpointTrouble.over ? element('p', {class: 'failure'}, `The model is not kept: ${work.checkpointTrouble.message}`) : null,
    ...(incidents?.warnings || []).map(text => element('p', {class: 'warning'}, text)),
  ].filter(one => one);
}

function cards(feed) {
  const {lifecycle, progress, processes, results, synchronisation, incidents} = feed.sections;
  const counts = processes.counts || {};
  const pservers = counts.pserver || {};
  const there = pservers.live || 0;
  const rate = recent(feed.totals, point => point[1], RECENT_SECONDS);
  const versions = recent(feed.totals, point => point[2], RECENT_SECONDS);
  const isOver = ['EXITED', 'FAILED', 'KILLED'].includes(lifecycle.state);
  const shown = [
    card(isOver ? 'records/s on the average' : 'records/s', number(isOver || Number.isNaN(rate) ? results.recordsPerSecond : rate)),
    lifecycle.scores || lifecycle.imported ? card('rows in files', number((lifecycle.scores || lifecycle.imported).rows)) : null,
    isOver || lifecycle.scores || lifecycle.imported ? null : card('mini-batches/s', number(versions)),
    card('version', `${number(progress.version)} of ${number(progress.versions)}`),
    card('epoch', `${number(progress.epoch)} of ${number(progress.epochs)}`),
    processes.workersWanted ? card('workers', isOver ? number(processes.workersWanted.wanted) : `${processes.workersWanted.there} of ${processes.workersWanted.wanted}`) : null,
    processes.pservers?.wanted > 0 ? card('pservers', isOver ? number(processes.pservers.wanted) : `${there} of ${processes.pservers.wanted}`) : null,
  ];
  const newest = feed.curve.length > 0 ? feed.curve[feed.curve.length - 1].validation : {};
  const heldOut = typeof results.metrics.validation?.records === 'number' ? results.metrics.validation : newest;
  for (const [set, values] of [['training', results.metrics.train || {}], ['held-out', heldOut]]) {
    metricsOf(values).filter(name => name !== 'calibration').forEach(name => shown.push(card(`${set} ${words(name)}`, number(values[name]))));
  }
  shown.push(card('synchronised by', synchronisation.sync), card('losses survived', number(incidents.survived.length)));
  return element('div', {class: 'cards'}, shown);
}

/** The metrics that have a value, the loss first. The loss of a constant guess is no metric of the model. */
function metricsOf(values) {
  const names = Object.keys(values).filter(name => typeof values[name] === 'number' && !/^(records|badRecords|baseRate.*)$/.test(name));
  return names.sort((a, b) => rank(a) - rank(b));
}

function rank(name) {
  return /loss|error/i.test(name) ? 0 : name === 'auc' ? 1 : name === 'calibration' ? 3 : 2;
}

/** A metric's name in words: logLoss is log loss. */
function words(name) {
  return name === 'auc' ? 'AUC' : name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

function charts(feed) {
  const holder = element('div', {class: 'rows'});
  const learning = element('div', {class: 'panels'});
  const speed = new Chart('Records a second', true);
  const workers = new Chart('Workers', true);
  const curves = new Map();
  const over = element('div', {class: 'panels'}, speed.panel, workers.panel);
  holder.append(learning, over);
  return {
    holder,
    onChange(changed) {
      over.hidden = feed.totals.length === 0;
      if ((!changed || changed.has('totals')) && !over.hidden) {
        speed.show(['records/s'], rates(feed.totals, [point => point[1]]));
        workers.show(['workers'], [feed.totals.map(point => point[0] / 1000), feed.totals.map(point => point[3])]);
      }
      if ((!changed || changed.has('curve')) && feed.curve.length > 0) {
        drawCurves(feed.curve, curves, learning);
      }
    },
  };
}

/** A chart for each metric, over the versions; training and held-out where both have it. */
function drawCurves(points, curves, holder) {
  for (const metric of metricsOf(points[points.length - 1].validation)) {
    if (!curves.has(metric)) {
      const title = words(metric);
      const chart = new Chart(`${title[0].toUpperCase()}${title.slice(1)} by version`, false);
      curves.set(metric, chart);
      holder.append(chart.panel);
    }
    const sets = ['train', 'validation'].filter(set => points.some(point => typeof point[set][metric] === 'number'));
    curves.get(metric).show(sets.map(set => set === 'train' ? 'training' : 'held-out'),
      [points.map(point => point.version), ...sets.map(set => points.map(point => point[set][metric] ?? null))]);
  }
}

function waiting(feed) {
  const rows = feed.sections.lifecycle.waitingFor;
  return rows.length === 0 ? null : section('Waiting for', table(['what', 'since', 'asked', 'granted', 'why'],
    rows.map(one => [one.what, time(one.since), one.asked, one.granted, one.explanation]), ''));
}

function survived(feed) {
  const rows = feed.sections.incidents.survived;
  return rows.length === 0 ? null : section('Survived', table(['what', 'at', 'seconds until the work went on'],
    rows.slice(-20).reverse().map(one => [one.what, time(one.when), one.seconds]), ''));
}

function blacklist(feed) {
  return section('Nodes that failed or were slow', table(['host', 'standing', 'gets containers', 'times', 'since', 'why'],
    feed.sections.processes.blacklist.map(one => [one.host, one.standing, one.avoided ? 'no' : 'yes', one.strikes, time(one.at), one.why]), 'None.'));
}

function tasks(feed) {
  const {tasks: queue} = feed.sections.synchronisation;
  if (!queue) {
    return section('Tasks', element('p', {class: 'quiet'}, 'The input is not cut yet.'));
  }
  return [
    element('div', {class: 'cards'}, card('todo', number(queue.todo)), card('pending', number(queue.pending)), card('done', number(queue.done)),
      card('discarded', number(queue.discarded)), card('computed, not yet in a file', number(queue.computed))),
    section('In workers’ hands', table(['task', 'worker', 'taken back at', 'timeouts', 'failures'],
      queue.hands.map(one => [one.task, one.worker, time(one.deadline), one.timeouts, one.failures]), 'None.')),
    section('Discarded', table(['task', 'why', 'evidence'], queue.discards.map(one => [one.task, one.kind, one.evidence]), 'None.')),
  ];
}

function epochs(feed) {
  return section('Epochs', table(['epoch', 'seconds', 'to pservers', 'from pservers', 'blocks decoded', 'read here', 'read over the network'],
    feed.sections.progress.perEpoch.slice(-50).reverse().map(one => [one.epoch, one.seconds, bytes(one.bytesToPservers), bytes(one.bytesFromPservers), one.blocksDecoded,
      bytes(one.bytesReadLocal), bytes(one.bytesReadRemote)]), 'None is over yet.'));
}

function checkpoints(feed) {
  return section('Checkpoints', table(['version', 'at', 'size', 'folder', 'damage'],
    feed.sections.work.checkpoints.slice().reverse().map(one => [one.version, time(one.at), bytes(one.bytes), one.folder, one.damage || '']), 'None is kept.'));
}

function events(feed) {
  let kind = '';
  let text = '';
  const list = element('div');
  const draw = () => {
    const rows = feed.events.filter(one => (!kind || one.kind === kind) && one.text.includes(text)).slice(-200).reverse();
    list.replaceChildren(table(['at', 'kind', 'what'], rows.map(one => [time(one.at), element('span', {class: `kind of-${one.kind}`}, one.kind), one.text]), 'None.'));
  };
  const form = element('div', {class: 'form'},
    element('label', {}, 'kind', element('select', {change: event => { kind = event.target.value; draw(); }},
      element('option', {value: ''}, 'all'), EVENT_KINDS.map(one => element('option', {value: one}, one)))),
    element('label', {}, 'text', element('input', {type: 'search', input: event => { text = event.target.value; draw(); }})));
  return {
    holder: section('Events', form, list),
    onChange(changed) {
      if (!changed || changed.has('events')) {
        draw();
      }
    },
  };
}

function model(feed) {
  const {lifecycle, results, identity} = feed.sections;
  const output = lifecycle.scores || lifecycle.imported;
  return [
    section('Result', table(['what', 'value'], [
      ['input', identity.input],
      lifecycle.modelId ? ['model id', lifecycle.modelId] : null,
      lifecycle.modelLocation ? ['model', lifecycle.modelLocation] : null,
      output ? ['rows', number(output.rows)] : null,
      output?.output ? ['output', output.output] : null,
      lifecycle.scores?.scoreId ? ['score id', lifecycle.scores.scoreId] : null,
      lifecycle.imported?.importId ? ['import id', lifecycle.imported.importId] : null,
    ].filter(one => one), '')),
    section('Tables', table(['table', 'rows', 'not zero', 'mean', 'least', 'most'],
      results.tables.map(one => [one.name, one.rows, one.nonZeros, one.mean, one.min, one.max]), 'None is summarised yet.')),
  ];
}
