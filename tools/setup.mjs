// Provides what a command needs: `node tools/setup.mjs packages|run|test|bench`. npm runs it before `start`, `dev`,
// `test` and `bench`. Plain JavaScript without packages, for any Node from 18 on, because on a fresh clone it runs
// before anything is installed. When nothing is missing it only checks, in about 30 ms.
import { benchTools } from './setup/bench-tools.mjs';
import { build } from './setup/build.mjs';
import { browser } from './setup/chromium.mjs';
import { withSetupLock } from './setup/lock.mjs';
import { node24, packages } from './setup/packages.mjs';
import { print, SetupError } from './setup/run.mjs';

/** Each step has a `missing()`, which checks, and a `provide()`, which does what is missing or throws a SetupError. */
const steps = {
  packages: [packages, node24],
  run: [packages, node24, build],
  test: [packages, node24, build, browser],
  bench: [packages, node24, build, browser, benchTools],
};

const wanted = process.argv[2] ?? 'run';
if (!Object.hasOwn(steps, wanted)) {
  print(`Unknown: ${wanted}. One of: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

try {
  for (const step of steps[wanted]) {
    if (!step.missing()) continue;
    await withSetupLock(async () => {
      if (step.missing()) await step.provide();
    });
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  print(`\n${error.message}`);
  process.exit(1);
}
