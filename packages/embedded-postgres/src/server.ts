import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, chooseAccount, serverEnvironment } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { checkDataDir, createDataDir, holdsDatabase, realPath } from './data-dir.ts';
import { readLock, removeStaleLock, worksIn } from './postmaster-pid.ts';
import { PORT, prepareSocketDir, socketDirFor } from './socket.ts';

export type PostgresServer = {
  dataDir: string;
  connection: { host: string; port: number; user: string };
  /** Creates the data when there is none. */
  prepare(): Promise<void>;
  /** Starts the server unless ours is still on its way. Does not wait until it answers. */
  start(): void;
  /** A fast shutdown: sessions are cut, data is checkpointed. Resolves when the server is gone. */
  stop(): Promise<void>;
};

/** Names the server in `dataDir` without touching anything. */
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
        await createDataDir(dir, findBinaries(), chooseAccount(dir), settings);
    },
    start() {
      if (launch?.running()) return;
      if (launch && !launch.lostTheRace() && ++failures >= 3) {
        const words = launch.lastWords();
        launch = undefined; // whoever asks again gets another three attempts: disks are emptied, settings mended
        failures = 0;
        throw new Error(`PostgreSQL does not start in ${dir}:\n${words}`);
      }
      const binaries = findBinaries();
      const account = chooseAccount(dir);
      checkDataDir(dir, binaries);
      prepareSocketDir(socketDir, dir, account);
      removeStaleLock(dir);
      launch = launchServer(dir, socketDir, binaries, account, settings);
    },
    async stop() {
      const lock = readLock(dir);
      if (lock === undefined || !worksIn(dir, lock.pid)) return; // the number in it may be anybody's by now
      process.kill(lock.pid, 'SIGINT');
      while (readLock(dir)?.pid === lock.pid && worksIn(dir, lock.pid)) await sleep(5);
    },
  };
}

type Launch = {
  running(): boolean;
  /** Another process had started the server first: postmaster.pid admits only one. */
  lostTheRace(): boolean;
  lastWords(): string;
};

/**
 * Runs `postgres` itself instead of pg_ctl: no shell that stumbles over `$` or `"` in a path, a warm start 100 ms
 * shorter (pg_ctl looks every 100 ms), and a server that dies is reaped by us instead of staying a zombie in a
 * container without init. `detached` gives it a session of its own, so Ctrl-C does not reach it.
 */
function launchServer(
  dir: string,
  socketDir: string,
  binaries: Binaries,
  account: Account,
  settings: Record<string, string>,
): Launch {
  const all = { ...alwaysSet(socketDir), ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [file = binaries.postgres, ...before] = [...account.command, binaries.postgres];
  const child = spawn(file, [...before, '-D', dir, ...args], {
    ...account.ids,
    cwd: dir,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const words = collect(child);
  child.unref();
  return {
    running: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    lostTheRace: () =>
      /postmaster\.pid|shared memory block|could not bind|PG_VERSION/.test(words()),
    lastWords: words,
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
    // One log file for each day of the week, each overwritten after a week.
    logging_collector: 'on',
    log_filename: 'postgres-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_size: '0',
  };
}

/** What the server says before its log file is open. Afterwards it lets go of the pipe. */
function collect(child: ChildProcess): () => string {
  let words = '';
  child.on('error', (error) => {
    words += error.message;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-4000);
  });
  if (child.stderr && 'unref' in child.stderr && typeof child.stderr.unref === 'function')
    child.stderr.unref();
  return () => words;
}
