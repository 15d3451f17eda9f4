// Every check of the shop in one command, one after the other: types and lint, the build, the unit and HTTP tests, the
// shop in a browser. It prints only failures, in full, each line with the name of its check. The last line has the
// totals. (The unit tests beside the browser's took 994 s instead of 923 on two cores, and each waited for the other.)
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/run.mjs';

const reports = join(root, '.cache/reports');
const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');
// Some 200 processes load the same packages: each takes a fifth less time to start.
const NODE_COMPILE_CACHE = join(root, '.cache/compiled');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const check = await perform('check', 'types and lint', ['npm', 'run', '--silent', 'check']);
// Before the tests: components are tested in the browser that it installs.
const build = await perform('build', 'build', ['node', 'tools/setup.mjs', 'test']);
const unit = await perform('unit', 'unit, component and HTTP tests', [
  ...[
    'vitest',
    'run',
    '--project=!slow',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ],
]);
const browser =
  build &&
  (await perform(
    'browser',
    'the shop in a browser',
    ['playwright', 'test', '--project=every change', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
  ));

const counts = [countVitest(unitReport), countPlaywright(browserReport)];
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
const empty = counts.some(({ passed, failed }) => passed + failed === 0);
if (empty) console.log('✗ A runner found no test at all: nothing was checked.');
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = check && unit && browser && !empty && sum('failed') === 0 ? 0 : 1;

/** Runs one check, and prints its output if it failed. */
function perform(name, title, [command, ...args], env = {}) {
  const start = Date.now();
  let output = '';
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      // Playwright sets FORCE_COLOR for its workers, and Node warns where NO_COLOR is set as well.
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: '0', NODE_COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => {
      const ok = code === 0;
      if (!ok) console.log(output.trimEnd().replace(/^/gm, `${name} │ `));
      console.log(`${ok ? '✓' : '✗'} ${title} (${Math.round((Date.now() - start) / 1000)} s)`);
      resolve(ok);
    });
  });
}

/**
 * The counts of Vitest's JSON report. A file that could not even be loaded is one failure. @returns {{ passed: number,
 * failed: number }}
 */
function countVitest(report) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
}

/**
 * The counts of Playwright's JSON report. A test that passed only at its second try counts as failed: a shopper has no
 * second try. @returns {{ passed: number, failed: number }}
 */
function countPlaywright(report) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
