import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run, SetupError, withProgress } from './run.mjs';

const sources = [
  ...['app', 'contract', 'domain', 'server', 'packages', 'public'],
  ...['package.json', 'package-lock.json', 'tsconfig.base.json'],
  ...['react-router.config.ts', 'vite.config.ts', 'tools/compress.mjs'],
];
const madeFrom = join(root, 'build/made-from');

/** Whether build/ was made from the current sources. */
export const build = {
  missing: () => !(existsSync(madeFrom) && readFileSync(madeFrom, 'utf8') === fingerprint()),

  provide() {
    return withProgress('Building the shop', async () => {
      const before = fingerprint(); // so that an edit during the build causes another build
      const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
      const { ok, output } = await run('npm', ['run', 'build'], { env: { PATH } });
      if (!ok)
        throw new SetupError(`${output}\n\nThe shop could not be built: the reason is above.`);
      writeFileSync(madeFrom, before);
    });
  },
};

/** Path, size and time of every source, without reading contents: detects a deleted file and a restored older one. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesIn(source)) {
      const { size, mtimeMs } = statSync(join(root, file));
      hash.update(`${file}:${size}:${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => !/\.test\.tsx?$/.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)],
    );
}
