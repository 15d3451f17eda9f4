import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { checkReachable } from './reachable.ts';

let server: Server | undefined;

afterEach(() => server?.close());

/** A fake PostgreSQL that refuses every login with this error. */
async function refusing(code: string, message: string): Promise<string> {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from(['E'.charCodeAt(0), 0, 0, 0, fields.length + 4]);
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([head, fields])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return `postgres://asha:a-secret-word@127.0.0.1:${port}/tea`;
}

test.each([
  ['28P01', 'password authentication failed', 'the password of the user asha is wrong'],
  ['28000', 'no pg_hba.conf entry', 'does not let asha in: no pg_hba.conf entry'],
  ['3D000', 'database "tea" does not exist', 'there is no database tea at 127.0.0.1'],
  ['53300', 'too many clients already', 'says: too many clients already'],
])(
  '%s is reported in one sentence that names the setting and no password',
  async (code, serverMessage, expected) => {
    const url = await refusing(code, serverMessage);
    const failure = await checkReachable({ DATABASE_URL: url, DATABASE_AUTH_URL: url }).catch(
      String,
    );
    expect(failure).toContain(expected);
    expect(failure).toContain('DATABASE_URL, DATABASE_AUTH_URL: ');
    expect(failure).not.toContain('a-secret-word');
    expect(String(failure).split('\n')).toHaveLength(1);
  },
);

test('an address without a server is reported, for each setting', async () => {
  const nobody = checkReachable({
    DATABASE_URL: 'postgres://asha@127.0.0.1:1/tea',
    DATABASE_DIRECT_URL: 'postgres://asha@shop.invalid/tea',
  });
  await expect(nobody).rejects.toThrow(
    /DATABASE_URL: no database answers at 127.0.0.1:1: .*\nDATABASE_DIRECT_URL: no database answers at shop.invalid: /,
  );
});
