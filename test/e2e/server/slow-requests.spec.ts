import { connect } from 'node:net';
import { expect, test } from '@playwright/test';

/** Sends the beginning of a request and then nothing. Returns the answer once the shop closes the connection. */
function begin(request: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('whoever begins a request and does not go on is hung up on, a proxy that keeps its connections is not', async ({
  baseURL,
}) => {
  const { host, port } = new URL(baseURL ?? '');
  const began = Date.now();
  const answers = await Promise.all([
    begin(`GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `, Number(port)),
    begin(
      `POST /auth/v1/signup HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
      Number(port),
    ),
  ]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(Date.now() - began).toBeLessThan(40_000);

  // A proxy that keeps its connections for a minute finds them open.
  const answer = new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    );
    socket.on('data', (data) => {
      socket.destroy();
      resolve(String(data));
    });
    socket.on('error', reject);
  });
  const [, seconds] = /^Keep-Alive: timeout=(\d+)\r$/m.exec(await answer) ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});
