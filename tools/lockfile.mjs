// Completes package-lock.json: run `node tools/lockfile.mjs` after every change of the packages. A package such as
// Biome has one optional package per system. Where the registry has only those of some systems, npm leaves the others
// out of package-lock.json, and then `npm ci` refuses the file. This adds them with the versions that their parent
// names, without checksums, because nothing downloaded them.
import { readFileSync, writeFileSync } from 'node:fs';
import { print, root } from './setup/run.mjs';

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
print(`package-lock.json: ${added.length} packages of other systems added.`);

/** Resolves packages as Node does: in the parent's own node_modules, then in that of each folder above. */
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

/** With the keys in npm's order. `@biomejs/cli-linux-x64-musl` → linux, x64, musl. */
function entryOf(name, version, dev) {
  const [os] =
    /\b(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)\b/.exec(name) ?? [];
  const [cpu] = /\b(arm|arm64|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)\b/.exec(name) ?? [];
  const libc = /\bmusl\b/.test(name) ? 'musl' : /\bgnu\b/.test(name) ? 'glibc' : undefined;
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

/** The registry depends on the machine; npm uses its configured one. */
function withoutRegistry([path, { resolved, ...entry }]) {
  return [path, resolved?.startsWith('http') ? entry : { ...entry, ...(resolved && { resolved }) }];
}
