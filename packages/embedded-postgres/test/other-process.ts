import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasWorkingDir, readLock, socketDirFor } from '#embedded-postgres/server.ts';

/** For tests: another process of this machine that uses the database in `dir` (other-process-main.ts). */
export class OtherProcess {
  readonly process: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor(dir: string, { env, uid }: Options = {}) {
    const program = path.join(import.meta.dirname, 'other-process-main.ts');
    const child = spawn(process.execPath, [program, dir], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
      ...(uid && { uid, gid: uid }),
    });
    this.process = child;
    this.#answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    started.push(this);
  }

  query(sql: string): Promise<unknown> {
    return this.#send(`query ${sql.replaceAll('\n', ' ')}`);
  }

  /** Returns `'stopped'` or `'in use'`; the process ends. */
  stop(): Promise<unknown> {
    return this.#send('stop');
  }

  /** The next output of the process. @throws Error with the failure that it reports. */
  async answer(): Promise<unknown> {
    const { value } = await this.#answers.next();
    const answer: unknown = JSON.parse(value ?? '{"error":"the process has ended"}');
    if (typeof answer === 'object' && answer && 'error' in answer)
      throw new Error(String(answer.error));
    return answer;
  }

  #send(command: string): Promise<unknown> {
    this.process.stdin?.write(`${command}\n`);
    return this.answer();
  }
}

export type Options = { env?: Record<string, string>; uid?: number };

const started: OtherProcess[] = [];

/** Resolves when the process has its database; rejects with its error. */
export async function start(dir: string, options: Options = {}): Promise<OtherProcess> {
  const other = new OtherProcess(dir, options);
  await other.answer();
  return other;
}

/** An empty folder; the database goes into one inside it. */
export function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'embedded-'));
}

/** Kills all processes, and the server in `dir`. */
export async function endAll(dir: string): Promise<void> {
  for (const other of started.splice(0)) other.process.kill('SIGKILL');
  const pid = serverPid(dir);
  if (pid === undefined || !hasWorkingDir(pid, dir)) return;
  process.kill(pid, 'SIGQUIT');
  await until(() => serverPid(dir) !== pid || isDead(pid));
}

export function remove(folder: string, dir: string): void {
  for (const made of [folder, socketDirFor(dir)])
    rmSync(made, { recursive: true, force: true, maxRetries: 10 });
}

/** The process id of the server in `dir`, if one runs there. */
export function serverPid(dir: string): number | undefined {
  return readLock(dir)?.pid;
}

/** A killed server whose parent was killed, too, may stay as a zombie: it no longer has a working directory. */
function isDead(pid: number): boolean {
  return existsSync('/proc') && !existsSync(`/proc/${pid}/cwd`);
}

export async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await sleep(5);
}
