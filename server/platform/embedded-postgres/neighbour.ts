import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLock, worksIn } from './lock.ts';
import { socketDirFor } from './socket.ts';

/** For the tests: another process of this machine that uses the database in `dir` (neighbour-process.ts). */
export class Neighbour {
  readonly process: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor(dir: string, { env, uid }: Surroundings = {}) {
    const program = path.join(import.meta.dirname, 'neighbour-process.ts');
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
    return this.#say(`query ${sql.replaceAll('\n', ' ')}`);
  }

  /** Answers `'stopped'` or `'in use'`; the process ends. */
  stop(): Promise<unknown> {
    return this.#say('stop');
  }

  async hear(): Promise<unknown> {
    const { value } = await this.#answers.next();
    const answer: unknown = JSON.parse(value ?? '{"error":"the process has ended"}');
    if (typeof answer === 'object' && answer && 'error' in answer)
      throw new Error(String(answer.error));
    return answer;
  }

  #say(command: string): Promise<unknown> {
    this.process.stdin?.write(`${command}\n`);
    return this.hear();
  }
}

export type Surroundings = { env?: Record<string, string>; uid?: number };

const started: Neighbour[] = [];

/** Resolves when the process has its database; rejects with what the person at its keyboard would read. */
export async function start(dir: string, surroundings: Surroundings = {}): Promise<Neighbour> {
  const neighbour = new Neighbour(dir, surroundings);
  await neighbour.hear();
  return neighbour;
}

/** A folder that no test has used; the database goes into one inside it. */
export function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'embedded-'));
}

/** Ends all processes, and the server in `dir`. */
export async function everybodyOut(dir: string): Promise<void> {
  for (const neighbour of started.splice(0)) neighbour.process.kill('SIGKILL');
  const pid = serverPid(dir);
  if (pid === undefined || !worksIn(dir, pid)) return;
  process.kill(pid, 'SIGQUIT');
  await until(() => serverPid(dir) !== pid || isDead(pid));
}

export function remove(folder: string, dir: string): void {
  for (const made of [folder, socketDirFor(dir)])
    rmSync(made, { recursive: true, force: true, maxRetries: 10 });
}

/** The process number of the server in `dir`, if one runs there. */
export function serverPid(dir: string): number | undefined {
  return readLock(dir)?.pid;
}

/** A killed server whose parent was killed too may stay as a zombie: it has no working folder any more. */
function isDead(pid: number): boolean {
  return existsSync('/proc') && !existsSync(`/proc/${pid}/cwd`);
}

export async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await sleep(5);
}
