import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('what libraries and Node print, and the error that ends the process, are lines of the log', () => {
  const program = path.join(import.meta.dirname, 'printing-process.ts');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: 'a library warns of tea\nin two lines' },
    { level: 50, err: { message: 'a library fails', stack: expect.any(String) } },
    { level: 30, msg: 'a library prints { cups: 2 }' },
    { level: 40, err: { type: 'MaxListenersExceededWarning', message: 'too many listeners' } },
    { level: 60, err: { message: 'nobody waits for this' } },
  ]);
  expect(stderr).toBe('');
  expect(status).toBe(1);
});
