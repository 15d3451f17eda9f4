import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, findBinaries } from './binaries.ts';
import { checkDataDir, createDataDir, holdsDatabase, realPath } from './data-dir.ts';
import { chooseOsUser, type OsUser, serverEnvironment } from './os-user.ts';

export type PostgresServer = {
  dataDir: string;
  connection: { host: string; port: number; user: string };
  /** Creates the data folder when it does not exist. */
  prepare(): Promise<void>;
  /** Starts the server unless our own is still starting. Does not wait until it responds. */
  start(): void;
  /** A fast shutdown: closes sessions, writes a checkpoint. Resolves when the server has ended. */
  stop(): Promise<void>;
};

/** Describes the server in `dataDir` without touching anything. */
export function describeServer(dataDir: string, settings: Record<string, string>): PostgresServer {
  const dir = realPath(dataDir);
  const socketDir = socketDirFor(dir);
  let launch: Launch | undefined;
  let failures = 0;

  return {
    dataDir: dir,
    connection: { host: socketDir, port: PORT, user: 'postgres' },
    async prepare() {
      if (!holdsDatabase(dir))
        await createDataDir(dir, findBinaries(), chooseOsUser(dir), settings);
    },
    start() {
      if (launch?.running()) return;
      if (launch && !launch.lostTheRace() && ++failures >= 3) {
        const output = launch.output();
        launch = undefined; // the next call gets another three attempts: the operator may have fixed the cause
        failures = 0;
        throw new Error(`PostgreSQL does not start in ${dir}:\n${output}`);
      }
      const binaries = findBinaries();
      const osUser = chooseOsUser(dir);
      checkDataDir(dir, binaries);
      prepareSocketDir(socketDir, dir, osUser);
      removeStaleLock(dir);
      launch = launchServer(dir, socketDir, binaries, osUser, settings);
    },
    async stop() {
      const lock = readLock(dir);
      if (lock === undefined || !hasWorkingDir(lock.pid, dir)) return; // the process id may belong to another program by now
      process.kill(lock.pid, 'SIGINT');
      while (readLock(dir)?.pid === lock.pid && hasWorkingDir(lock.pid, dir)) await sleep(5);
    },
  };
}

type Launch = {
  running(): boolean;
  /** Another process started the server first: postmaster.pid allows only one. */
  lostTheRace(): boolean;
  output(): string;
};

/**
 * Runs `postgres` itself instead of pg_ctl: without a shell that misreads `$` or `"` in a path, with a warm start 100
 * ms shorter (pg_ctl polls every 100 ms), and we reap a server that dies, which would stay a zombie in a container
 * without init. `detached` gives it its own session, so that Ctrl-C does not reach it.
 */
function launchServer(
  dir: string,
  socketDir: string,
  binaries: Binaries,
  osUser: OsUser,
  settings: Record<string, string>,
): Launch {
  const all = { ...alwaysSet(socketDir), ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [file = binaries.postgres, ...before] = [...osUser.commandPrefix, binaries.postgres];
  const child = spawn(file, [...before, '-D', dir, ...args], {
    ...osUser.ids,
    cwd: dir,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = collect(child);
  child.unref();
  return {
    running: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    lostTheRace: () =>
      /postmaster\.pid|shared memory block|could not bind|PG_VERSION/.test(output()),
    output,
  };
}

function alwaysSet(socketDir: string): Record<string, string> {
  return {
    port: String(PORT),
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // One log file per day of the week, overwritten after a week.
    logging_collector: 'on',
    log_filename: 'postgres-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_size: '0',
  };
}

/** Collects what the server prints before its log file is open. Then it closes the pipe. */
function collect(child: ChildProcess): () => string {
  let output = '';
  child.on('error', (error) => {
    output += error.message;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(-4000);
  });
  if (child.stderr && 'unref' in child.stderr && typeof child.stderr.unref === 'function')
    child.stderr.unref();
  return () => output;
}

/** Nothing listens on TCP: the number is only part of the socket file's name. */
export const PORT = 5432;

/** macOS allows 103 bytes for the path of a unix socket, Linux 107. */
const MAX_PATH_LENGTH = 103;

/**
 * The socket is beside the data. Where that path is too long, it is in a folder of /tmp named after the data
 * folder: always /tmp and never TMPDIR, because processes that share the server must agree on it.
 */
export function socketDirFor(dataDir: string): string {
  if (Buffer.byteLength(path.join(dataDir, `.s.PGSQL.${PORT}`)) <= MAX_PATH_LENGTH) return dataDir;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return path.join('/tmp', `embedded-postgres-${name}`);
}

/** @throws Error when another user created the folder in /tmp and could then impersonate the server. */
export function prepareSocketDir(socketDir: string, dataDir: string, osUser: OsUser): void {
  if (socketDir === dataDir) return;
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const { uid, gid } = osUser.ids;
  const found = lstatSync(socketDir);
  const self = process.getuid?.() ?? found.uid;
  if (!found.isDirectory() || ![self, uid].includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${socketDir} was made by somebody else; remove it, or choose a shorter path than ${dataDir}.`,
    );
  }
  if (uid !== undefined && gid !== undefined) chownSync(socketDir, uid, gid);
}

/** The server's lock file postmaster.pid and the process id in it; `undefined` when there is none. */
export function readLock(dataDir: string): { text: string; pid: number } | undefined {
  try {
    const text = readFileSync(lockFile(dataDir), 'utf8');
    return { text, pid: Number.parseInt(text, 10) };
  } catch {
    return undefined;
  }
}

/**
 * Removes the postmaster.pid that a crash left behind. PostgreSQL does so itself unless the process id in it exists,
 * which it may after a crash: as a zombie, or in a restarted container as an unrelated program. A server's working
 * directory is always its data folder (it changes there before it writes the lock file), so without a process there the
 * lock is stale.
 */
export function removeStaleLock(dataDir: string): void {
  if (process.platform !== 'linux') return; // other systems have no /proc
  const lock = readLock(dataDir);
  if (lock === undefined || anyProcessWorksIn(dataDir)) return;
  if (readLock(dataDir)?.text === lock.text) rmSync(lockFile(dataDir), { force: true });
}

/** Whether the working directory of a process is this data folder. Only Linux can tell: elsewhere always true. */
export function hasWorkingDir(pid: number, dataDir: string): boolean {
  return process.platform !== 'linux' || workingDirOf(String(pid)) === dataDir;
}

function lockFile(dataDir: string): string {
  return path.join(dataDir, 'postmaster.pid');
}

function anyProcessWorksIn(dir: string): boolean {
  return readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && workingDirOf(pid) === dir);
}

function workingDirOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // ended, a zombie, or another user's: none of them is our server
  }
}
