import { spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, test } from 'vitest';
import { submit, toCheckout } from '#test/checkout.ts';
import { holdLock } from '#test/locks.ts';
import { openTestShop, type TestShopper } from '#test/shop.ts';
import { summarizeErrors } from './error-summary.ts';
import { createLog } from './log.ts';

type Line = {
  level: number;
  msg: string;
  err: { message: string };
  left_out?: number;
};

let text = '';
let lines: Line[] = [];
const log = createLog('info', {
  write(line: string) {
    text += line;
    lines.push(JSON.parse(line));
  },
});

beforeEach(() => {
  text = '';
  lines = [];
});

describe('an error is logged', () => {
  const logged = (err: unknown) => {
    log.warn({ err }, 'it went wrong');
    return lines.at(-1)?.err;
  };

  test('with its code, stack and cause', () => {
    const cause = Object.assign(new Error('no room'), { code: '53100' });
    const error = new TypeError('not written', { cause });
    expect(logged(error)).toEqual({
      type: 'TypeError',
      message: 'not written',
      stack: error.stack,
      cause: { type: 'Error', message: 'no room', code: '53100', stack: cause.stack },
    });
  });

  test('with its message, where a library throws something like it', () => {
    const like = { message: 'no room', stack: 'at once', code: '53100', queue: 'auth-mail' };
    expect(logged({ ...like, detail: 'Asha' })).toEqual(like);
    expect(logged({ worker: 7 })).toEqual({ message: 'no message, only worker' });
    expect(logged('a word')).toEqual({ message: 'a word' });
  });

  test('the values of rows are not logged', () => {
    logged(Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(asha@example.in)' }));
    expect(text).not.toContain('asha');
  });
});

test('what libraries and Node print, and the error that ends the process, are lines of the log', () => {
  const program = 'test/printing-process.ts';
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  const printed: { time: string }[] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  // The last line is written at once, and may overtake those that wait on a busy machine.
  expect(printed.toSorted((a, b) => a.time.localeCompare(b.time))).toMatchObject([
    { level: 40, msg: 'a library warns of tea\nin two lines' },
    { level: 50, err: { message: 'a library fails', stack: expect.any(String) } },
    { level: 30, msg: 'a library prints { cups: 2 }' },
    { level: 40, err: { type: 'MaxListenersExceededWarning', message: 'too many listeners' } },
    { level: 60, err: { message: 'nobody waits for this' } },
  ]);
  expect([stderr, status]).toEqual(['', 1]);
});

test('of errors that come often the first of each kind is logged at once, the others are counted for ten seconds', () => {
  let now = 0;
  const report = summarizeErrors<'warn'>(log, () => now);
  const reportAll = (...errors: unknown[]) => {
    for (const err of errors) report('warn', { err }, 'the job queue reported an error');
  };
  const timedOut = (ms: number) => new Error(`no answer in ${ms} ms`);
  // A number makes no other kind.
  reportAll(new Error('refused'), timedOut(300), 'no error at all', timedOut(200), timedOut(100));
  const told = () => lines.splice(0).map(({ err, left_out }) => [err.message, left_out]);
  expect(told()).toEqual([
    ['refused', undefined],
    ['no answer in 300 ms', undefined],
    ['no error at all', undefined],
  ]);
  now += 10_000;
  reportAll(timedOut(300), timedOut(300), new Error('refused'));
  expect(told()).toEqual([
    ['no answer in 300 ms', 2],
    ['refused', undefined],
  ]);
  // Also of a kind that does not come again.
  now += 10_000;
  reportAll(new Error('refused'));
  expect(told()).toEqual([
    ['refused', undefined],
    ['no answer in 300 ms', 1],
  ]);
});

// As docs/deployment.md says: somebody has to look at errors.
test('a flash sale that refuses many shoppers logs no error, and few warnings', async () => {
  const SHOPPERS = 24; // more than the shop has connections
  const PIECES = 5;
  const shop = await openTestShop({ log });
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => shop.newShopper()));
  await shop.db.owner.query(`update products set stock = ${PIECES} where id = '1'`);
  const orders = await Promise.all(shoppers.map((shopper) => toCheckout(shopper, [['1', 1]])));
  const submitNth = async (shopper: TestShopper, n: number) =>
    (await submit(shopper, orders[n] ?? {})).status;
  lines = [];
  // Somebody keeps the product's row for longer than shoppers wait, and signing in needs the same database.
  const row = await holdLock(shop.db.owner, `select from products where id = '1' for update`);
  const statuses = await Promise.all(shoppers.map(submitNth));
  expect(statuses).toEqual(shoppers.map(() => 503));
  await row.release();
  for (const [n, shopper] of shoppers.entries())
    expect(await submitNth(shopper, n)).toBe(n < PIECES ? 201 : 409);
  const of = (level: number) => lines.filter((line) => line.level === level);
  expect([of(50), of(60)]).toEqual([[], []]);
  expect(of(40).length).toBeGreaterThan(0);
  expect(of(40).length).toBeLessThan(SHOPPERS / 2);
});
