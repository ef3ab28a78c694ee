// Drives a browser by commands: a JSON object a line on standard input, an answer a line on standard output.
//   {"do": "open", "url": U}                        {"do": "evaluate", "script": "an expression"}
//   {"do": "picture", "file": F, "width": W, "height": H, "dark": true|false}
//   {"do": "traffic"}     what was loaded since the last open, and what went wrong
import {createInterface} from 'node:readline';
import puppeteer from 'puppeteer-core';

const browser = await puppeteer.launch({executablePath: process.argv[2], headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']});
const page = await browser.newPage();
const cdp = await page.createCDPSession();
await cdp.send('Network.enable');
await page.setViewport({width: 1600, height: 1000});

let traffic;
const sizes = new Map();
page.on('console', message => message.type() === 'error' && traffic.errors.push(message.text()));
page.on('pageerror', error => traffic.errors.push(String(error)));
cdp.on('Network.responseReceived', event => sizes.set(event.requestId, event.response.url));
cdp.on('Network.loadingFinished', event => traffic.loads.push({url: sizes.get(event.requestId), bytes: event.encodedDataLength, at: Date.now() - traffic.began}));

const commands = {
  async open({url}) {
    traffic = {began: Date.now(), loads: [], errors: []};
    await page.goto('about:blank'); // an address that differs in its fragment alone would not be loaded
    await page.evaluateOnNewDocument(() => {
      window.longTasks = [];
      new PerformanceObserver(list => list.getEntries().forEach(one => window.longTasks.push(one.duration))).observe({type: 'longtask', buffered: true});
    });
    await page.goto(url, {waitUntil: 'domcontentloaded'});
    return {};
  },
  async evaluate({script}) {
    return page.evaluate(script);
  },
  async picture({file, width, height, dark}) {
    await page.setViewport({width, height});
    await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]);
    await new Promise(resolve => setTimeout(resolve, 1200)); // charts are drawn with the next poll
    await page.screenshot({path: file, fullPage: true});
    return {};
  },
  async traffic() {
    const paints = await page.evaluate(() => performance.getEntriesByType('paint').map(one => ({name: one.name, at: one.startTime})));
    return {...traffic, paints, longTasks: await page.evaluate(() => window.longTasks)};
  },
};

for await (const line of createInterface({input: process.stdin})) {
  const command = JSON.parse(line);
  try {
    console.log(JSON.stringify({value: await commands[command.do](command) ?? null}));
  } catch (failure) {
    console.log(JSON.stringify({failure: String(failure)}));
  }
}
await browser.close();
