// Every check of the shop, as one command: types and lint beside the unit and HTTP tests, then the shop in a browser.
// Quiet while all is well; what failed is shown whole, each line naming the check it came from. The last line counts.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/root.mjs';
import { countPlaywright, countVitest } from './test/counts.mjs';

const reports = join(root, '.cache/reports');
const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

// Two cores carry the compiler beside the unit tests; a browser wants them for itself.
const [check, unit] = await Promise.all([
  perform('check', 'types and lint', ['npm', 'run', '--silent', 'check']),
  perform('unit', 'unit and HTTP tests', [
    ...[
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
  ]),
]);
const browser = await perform(
  'browser',
  'the shop in a browser',
  ['playwright', 'test', '--reporter=list,json'],
  {
    PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
  },
);

const counts = [countVitest(unitReport), countPlaywright(browserReport)];
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
const idle = counts.some(({ passed, failed }) => passed + failed === 0);
if (idle) console.log('✗ A runner found no test at all: that proves nothing.');
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = check && unit && browser && !idle && sum('failed') === 0 ? 0 : 1;

/** Runs one check, and shows what it said if it failed. */
function perform(name, title, [command, ...args], env = {}) {
  const start = Date.now();
  let words = '';
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      // Playwright sets FORCE_COLOR for its workers, and Node warns where NO_COLOR is set as well.
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        words += chunk;
      });
    }
    child.on('error', (error) => {
      words += error.message;
    });
    child.on('close', (code) => {
      const ok = code === 0;
      if (!ok) console.log(words.trimEnd().replace(/^/gm, `${name} │ `));
      console.log(`${ok ? '✓' : '✗'} ${title} (${Math.round((Date.now() - start) / 1000)} s)`);
      resolve(ok);
    });
  });
}
