// Completes package-lock.json: `node tools/lockfile.mjs`, after every change of the packages.
// A package such as Biome names one optional package for each system. Where the registry in use has only those of
// some systems, npm leaves the others out of package-lock.json, and then `npm ci` refuses the file. This puts them
// in, as what their parent says of them; nobody has seen them, so they carry no checksum.
import { readFileSync, writeFileSync } from 'node:fs';
import { root } from './setup/root.mjs';
import { say } from './setup/say.mjs';

const file = `${root}/package-lock.json`;
const lock = JSON.parse(readFileSync(file, 'utf8'));

const added = Object.entries(lock.packages).flatMap(
  ([parent, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(name, parent))
      .map(([name, version]) => [`node_modules/${name}`, entryOf(name, version, dev)]),
);

const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) });
lock.packages = Object.fromEntries(
  packages.map(withoutRegistry).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
say(`package-lock.json: ${added.length} packages of other systems added.`);

/** As Node finds packages: in the parent's own node_modules, then in that of each folder above. */
function isLocked(name, parent) {
  for (
    let folder = parent;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    if (`${folder ? `${folder}/` : ''}node_modules/${name}` in lock.packages) return true;
    if (folder === '') return false;
  }
}

/** In the order npm writes. `@biomejs/cli-linux-x64-musl` → linux, x64, musl. */
function entryOf(name, version, dev) {
  const parts = name.split(/[/-]/);
  const one = (known) => parts.find((part) => known.includes(part));
  const os = one([
    'android',
    'darwin',
    'freebsd',
    'linux',
    'netbsd',
    'openbsd',
    'openharmony',
    'sunos',
    'win32',
  ]);
  const cpu = one([
    'arm',
    'arm64',
    'ia32',
    'loong64',
    'ppc64',
    'riscv64',
    's390x',
    'wasm32',
    'x64',
  ]);
  const libc = parts.includes('musl') ? 'musl' : parts.includes('gnu') ? 'glibc' : undefined;
  if (!os && !cpu)
    throw new Error(`${name} is missing from package-lock.json, and its name tells no system.`);
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

/** Which registry a package came from is a matter of this machine; npm asks its own. */
function withoutRegistry([path, { resolved, ...entry }]) {
  return [path, resolved?.startsWith('http') ? entry : { ...entry, ...(resolved && { resolved }) }];
}
