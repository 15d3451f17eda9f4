import { Writable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { createLog, type Log } from './log.ts';

let line: string;
let log: Log;

beforeEach(() => {
  const destination = new Writable({
    write(chunk, _, done) {
      line = String(chunk);
      done();
    },
  });
  log = createLog('info', destination);
});

const logged = (err: unknown) => {
  log.warn({ err }, 'it went wrong');
  return JSON.parse(line).err;
};

test('an error is logged with its code, stack and cause', () => {
  const cause = Object.assign(new Error('no room'), { code: '53100' });
  const error = new TypeError('not written', { cause });
  expect(logged(error)).toEqual({
    type: 'TypeError',
    message: 'not written',
    stack: error.stack,
    cause: { type: 'Error', message: 'no room', code: '53100', stack: cause.stack },
  });
});

test('an error-like object of a library is logged with its message', () => {
  const copied = {
    message: 'no room',
    stack: 'at once',
    code: '53100',
    queue: 'auth-mail',
    detail: 'Asha',
  };
  expect(logged(copied)).toEqual({
    message: 'no room',
    stack: 'at once',
    code: '53100',
    queue: 'auth-mail',
  });
  expect(logged({ worker: 7 })).toEqual({ message: 'no message, only worker' });
  expect(logged('a word')).toEqual({ message: 'a word' });
});

test('the values of rows are not logged', () => {
  logged(Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(asha@example.in)' }));
  expect(line).not.toContain('asha');
});
