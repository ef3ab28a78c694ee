// Builds the page: its files for the master, and report.html, the same in one file for a job that has ended.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import esbuild from 'esbuild';

const folder = 'target/classes/trainer/page';
mkdirSync(folder, {recursive: true});
const built = esbuild.buildSync({
  entryPoints: ['src/page.js', 'src/page.css'], bundle: true, minify: true, target: 'es2022', outdir: folder, write: false, charset: 'utf8', legalComments: 'none',
});
const texts = Object.fromEntries(built.outputFiles.map(file => [file.path.split('/').pop(), file.text]));
for (const [name, text] of Object.entries(texts)) {
  writeFileSync(`${folder}/${name}`, text);
}

const index = readFileSync('src/index.html', 'utf8');
writeFileSync(`${folder}/index.html`, index);
// A function as the replacement: a text would have its dollars expanded.
const whole = index
  .replace('<link rel="stylesheet" href="page/page.css">', () => `<style>${texts['page.css']}</style>`)
  .replace('<script defer src="page/page.js"></script>\n', '')
  .replace(/<a id="raw".*?<\/a>/, '<a id="raw" href="report.json">the same as JSON</a>')
  .replace('</body>', () => `<script type="application/json" id="report">null</script>\n<script type="application/json" id="configuration">null</script>\n<script>${texts['page.js']}</script>\n</body>`);
writeFileSync(`${folder}/report.html`, whole);
