// Mutation testing: puts the faults of mutants.json into the shop, one by one, and expects of each that the test which
// keeps its promise fails. `npm run test:mutants -- cart` tries those whose promise or file contains a word.
import { execSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { root } from './setup/run.mjs';

process.env.NODE_ENV = 'test';
const words = process.argv.length > 2 ? process.argv.slice(2) : [''];
const read = (file) => readFileSync(join(root, file), 'utf8');
const mutants = JSON.parse(read('tools/mutants.json')).filter(({ promise, file }) =>
  words.some((word) => `${promise} ${file}`.includes(word)),
);
if (mutants.length === 0) stop(`No promise and no file contains “${words.join('” or “')}”.`);
// A fault is put into the file where it stands; after a power cut, git still has the file.
const changed = execSync('git status --porcelain --untracked-files=no', { cwd: root }).toString();
if (changed) stop(`Commit these first, because faults are put into files:\n${changed}`);
const lost = mutants.filter(({ file, text }) => read(file).split(text).length !== 2);
if (lost.length > 0) stop(`Not once in its file:\n${lost.map(({ text }) => text).join('\n')}`);

/** Writes the file that has a fault as it was. */
let restore = () => {};
process.on('exit', () => restore());
const open = (options) => createVitest('test', { root, watch: false, reporters: [{}], ...options });
// One for many runs, so that PostgreSQL starts once. Each run loads the modules anew.
let vitest = await open();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => vitest.close().finally(() => process.exit(1)));
}
const allCaught = await tryAll().finally(() => vitest.close());
process.exitCode = allCaught ? 0 : 1;

async function tryAll() {
  const { passed, failed, seconds } = await run(mutants);
  for (const name of failed) console.log(`✗ fails without a fault: ${name}`);
  const tried = mutants.filter(({ test }) => passed.some((name) => name.includes(test)));
  for (const { promise } of mutants.filter((mutant) => !tried.includes(mutant)))
    console.log(`✗ its test does not pass without a fault: ${promise}`);
  console.log(`${passed.length} tests pass without a fault (${seconds} s)`);
  let caught = 0;
  for (const mutant of tried) {
    const red = await runMutated(mutant);
    if (red.failed.length > 0) caught += 1;
    const mark = red.failed.length > 0 ? '✓ caught' : '✗ survived';
    console.log(`${mark}: ${mutant.promise} (${red.seconds} s)`);
  }
  console.log(`\n${caught} of ${mutants.length} caught`);
  return caught === mutants.length && failed.length === 0;
}

async function runMutated(mutant) {
  if (mutant.in.endsWith('.component.test.tsx')) {
    await vitest.close(); // its browser serves one run
    // It waits for what is missing until the test's end. Without a fault the test took a second or two.
    vitest = await open({ testTimeout: 20_000 });
  }
  const path = join(root, mutant.file);
  const original = read(mutant.file);
  const write = (text) => {
    writeFileSync(path, text);
    vitest.invalidateFile(path);
  };
  restore = () => write(original);
  write(original.replace(mutant.text, () => mutant.fault));
  return run([mutant]).finally(restore);
}

/** Runs the mutants' tests alone. A file that does not load has neither passed nor failed tests. */
async function run(chosen) {
  const start = Date.now();
  const names = chosen.map(({ test }) => test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  vitest.setGlobalTestNamePattern(new RegExp(names.join('|')));
  const files = new Set(chosen.map((mutant) => join(root, mutant.in)));
  const found = await vitest.globTestSpecifications([...files]);
  const { testModules } = await vitest.runTestSpecifications(
    found.filter(({ moduleId, project }) => files.has(moduleId) && project.name !== 'slow'),
  );
  const tests = testModules
    .filter(({ moduleId }) => files.has(moduleId))
    .flatMap(({ children }) => [...children.allTests()]);
  const those = (state) =>
    tests.filter((test) => test.result().state === state).map(({ fullName }) => fullName);
  const seconds = Math.round((Date.now() - start) / 1000);
  return { passed: those('passed'), failed: those('failed'), seconds };
}

function stop(reason) {
  console.log(reason);
  process.exit(1);
}
