import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 30_000 });

let server: ChildProcess;
let ended: Promise<unknown[]>;
let words: string[];
let port: number;

beforeEach(async () => {
  const program = path.join(import.meta.dirname, 'stopping-process.ts');
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  server = child;
  ended = once(child, 'close');
  words = [];
  createInterface(child.stdout).on('line', (line) => words.push(line));
  await expect.poll(() => words, { timeout: 10_000 }).toHaveLength(1);
  port = Number(words[0]);
});

afterEach(() => {
  server.kill('SIGKILL');
});

describe('one Ctrl-C', () => {
  test('comes twice from a terminal with npm in it, and lets what is under way finish', async () => {
    const visitor = await visit();
    ask(visitor, '/slow');
    await asked();
    server.kill('SIGINT');
    await told(); // two at the very same time reach a process as one
    server.kill('SIGINT');
    expect(await everything(visitor)).toContain('tea');
    expect(await ended).toEqual([0, null]);
    expect(words).toContain('closed');
  });

  test('and another, when the first has had its second, end the process at once', async () => {
    ask(await visit(), '/never');
    await asked();
    server.kill('SIGINT');
    await told();
    await sleep(1_200);
    server.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(words).not.toContain('closed');
  });
});

describe('stopping waits in vain for nobody', () => {
  test('those who have not asked, not asked to the end, or ask for what never comes are hung up on', async () => {
    await visit();
    (await visit()).write('GET / HTTP/1.1\r\nHost: shop\r\nX-Slow:');
    ask(await visit(), '/never');
    await asked();
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]); // in time to close the shop
    expect(words).toContain('closed');
  });

  test('a visitor who goes on asking is answered, and told that this was the last answer', async () => {
    const visitor = await visit();
    visitor.on('data', () => ask(visitor, '/slow'));
    ask(visitor, '/slow');
    await asked();
    server.kill('SIGTERM');
    const answers = (await everything(visitor)).split(/^(?=HTTP)/m);
    expect(answers.at(-1)).toMatch(/^HTTP\/1\.1 200 .*^Connection: close\r$.*tea/ms);
    // One was under way and one may have been on its way: who waits for the hanging up gets eight.
    expect(answers.length).toBeLessThanOrEqual(2);
    expect(await ended).toEqual([0, null]);
  });

  test('a visitor who asks once more while others are waited for gets a last answer too', async () => {
    const [first, second] = [await visit(), await visit()];
    ask(first, '/slow');
    second.write('GET / HTTP/1.1\r\nHost: sh');
    await asked();
    server.kill('SIGTERM');
    await told();
    second.write('op\r\n\r\n');
    expect(await everything(second)).toMatch(/^Connection: close\r$.*tea/ms);
    expect(await ended).toEqual([0, null]);
  });
});

async function visit(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // hung up on
  await once(socket, 'connect');
  return socket;
}

function ask(visitor: Socket, target: string): void {
  visitor.write(`GET ${target} HTTP/1.1\r\nHost: shop\r\n\r\n`);
}

async function asked(): Promise<void> {
  await expect.poll(() => words, { timeout: 10_000 }).toContain('asked');
}

async function told(): Promise<void> {
  await expect.poll(() => words, { timeout: 10_000 }).toContain('told');
}

/** What a visitor is told until the server hangs up. */
async function everything(visitor: Socket): Promise<string> {
  let text = '';
  visitor.on('data', (data) => {
    text += data;
  });
  await once(visitor, 'close');
  return text;
}
