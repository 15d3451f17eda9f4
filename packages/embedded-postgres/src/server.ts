import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, findBinaries } from './binaries.ts';
import { checkDataDir, createDataDir, holdsDatabase, realPath } from './data-dir.ts';
import { chooseOsUser, type OsUser, serverEnvironment } from './os-user.ts';
import { hasWorkingDir, readLock, removeStaleLock } from './postmaster-pid.ts';
import { PORT, prepareSocketDir, socketDirFor } from './socket.ts';

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
