import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let server: ChildProcess;
let ended: Promise<unknown[]>;
let output: string[];
let port: number;

beforeEach(() => start());

async function start(...args: string[]): Promise<void> {
  const program = 'test/stopping-process.ts';
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  ended = once(child, 'close');
  output = [];
  createInterface(child.stdout).on('line', (line) => output.push(line));
  await expect.poll(() => output).toHaveLength(1);
  port = Number(output[0]);
}

afterEach(() => void server.kill('SIGKILL'));

test('one Ctrl-C arrives twice from a terminal with npm in it, and lets running requests finish', async () => {
  const visitor = await visit();
  request(visitor, '/slow');
  await said('request');
  server.kill('SIGINT');
  await said('signal'); // the system merges two signals at the same time
  server.kill('SIGINT');
  expect(await everything(visitor)).toContain('tea');
  expect(await ended).toEqual([0, null]);
  expect(output).toContain('closed');
});

describe('stopping does not wait for ever', () => {
  test('connections without a request, with half a request or without a response are closed', async () => {
    await visit();
    (await visit()).write('GET / HTTP/1.1\r\nHost: shop\r\nX-Slow:');
    request(await visit(), '/never');
    await said('request');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]); // in time to close the shop
    expect(output).toContain('closed');
  });

  test('a client that continues on its connection gets an answer with connection: close', async () => {
    const visitor = await visit();
    visitor.on('data', () => request(visitor, '/slow'));
    request(visitor, '/slow');
    await said('request');
    server.kill('SIGTERM');
    const answers = (await everything(visitor)).split(/^(?=HTTP)/m);
    expect(answers.at(-1)).toMatch(/^HTTP\/1\.1 200 .*^Connection: close\r$.*tea/ms);
    // One was running and few may have been on their way; waiting for the closing of all connections would take eight.
    expect(answers.length).toBeLessThanOrEqual(4);
    expect(await ended).toEqual([0, null]);
  });
});

test('after SIGTERM new visitors are served until load balancers know, and then no more', async () => {
  server.kill('SIGKILL');
  await start('4000');
  server.kill('SIGTERM');
  await said('not ready');
  const late = await visit();
  request(late, '/slow');
  await said('request');
  expect(output).not.toContain('closed');
  expect(await everything(late)).toContain('tea');
  expect(await ended).toEqual([0, null]);
  await expect(visit()).rejects.toThrow('ECONNREFUSED');
});

const said = (line: string) => expect.poll(() => output).toContain(line);

async function visit(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // the server closes the connection
  await once(socket, 'connect');
  return socket;
}

function request(visitor: Socket, target: string): void {
  visitor.write(`GET ${target} HTTP/1.1\r\nHost: shop\r\n\r\n`);
}

/** Everything a client receives until the server closes the connection. */
async function everything(visitor: Socket): Promise<string> {
  let text = '';
  visitor.on('data', (data) => {
    text += data;
  });
  // Not once(), which fails with the 'error' of a request that met a closed connection.
  await new Promise((resolve) => visitor.once('close', resolve));
  return text;
}
