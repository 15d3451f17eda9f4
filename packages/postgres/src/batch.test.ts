import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Batch, collectBatches, runBatch } from './batch.ts';
import { cloneDatabase, type TestDatabase } from './testing/test-database.ts';
import { clientTimeout, REQUEST_TIMEOUTS } from './timeouts.ts';

let db: TestDatabase;
let client: pg.Client;
/** How many ReadyForQuery messages PostgreSQL sent. */
let answers: number;

beforeAll(async () => {
  db = await cloneDatabase();
  client = new pg.Client({ ...db.connection, pipeline: true });
  await client.connect();
  client.connection.on('readyForQuery', () => answers++);
});

afterAll(async () => {
  await client.end();
  await db.drop();
});

beforeEach(async () => {
  await client.query('create temp table if not exists cup (size integer check (size > 0))');
  await client.query('delete from cup');
  answers = 0;
});

const insert = (size: number) => ({
  name: 'insert',
  text: 'insert into cup values ($1) returning size',
  values: [size],
});
const sizes = async () => (await client.query('select size from cup order by size')).rows;

describe('a batch', () => {
  test('gets one response, with a result for each statement', async () => {
    const results = await runBatch(client, [
      insert(1),
      { text: 'select' },
      { text: 'update cup set size = size + $1', values: [10] },
      { text: 'select size, null as handle from cup' },
    ]);
    expect(results.map(({ command, rowCount, rows }) => [command, rowCount, rows])).toEqual([
      ['INSERT', 1, [{ size: 1 }]],
      ['SELECT', 1, [{}]],
      ['UPDATE', 1, []],
      ['SELECT', 1, [{ size: 11, handle: null }]],
    ]);
    expect(answers).toBe(1);
  });

  test('asks once for the columns of a prepared statement', async () => {
    let described = 0;
    const count = () => described++;
    client.connection.on('rowDescription', count);
    const begin = { name: 'begin', text: 'begin' };
    const select = { name: 'columns', text: 'select $1::integer as n, null as none', values: [1] };
    const empty = { name: 'no columns', text: 'select from generate_series(1, 2)' };
    const commit = { name: 'commit', text: 'commit' };
    const expected = [[], [{ n: 1, none: null }], [{}, {}], []];
    for (let round = 0; round < 3; round++) {
      const results = await runBatch(client, [begin, select, empty, commit]);
      expect(results.map(({ rows }) => rows)).toEqual(expected);
      expect(results[1]?.fields.map(({ name }) => name)).toEqual(['n', 'none']);
    }
    expect(described).toBe(2);
    client.connection.off('rowDescription', count);
  });

  test('fails when the columns of a prepared statement have changed', async () => {
    const all = { name: 'all', text: 'select * from pot' };
    await client.query('create temp table pot as select 1 as size');
    for (let round = 0; round < 2; round++) {
      expect(await runBatch(client, [all])).toMatchObject([{ rows: [{ size: 1 }] }]);
    }
    await client.query('alter table pot rename size to volume');
    await expect(runBatch(client, [all])).rejects.toMatchObject({ code: '0A000' });
  });

  test('is a transaction: the first failure is reported and rolls back the statements before it', async () => {
    const outcome = runBatch(client, [insert(1), insert(-1), insert(2)]);
    await expect(outcome).rejects.toMatchObject({ code: '23514' });
    expect(await sizes()).toEqual([]);
  });

  test('that failed leaves the prepared statements after the failure usable', async () => {
    const late = { name: 'late', text: 'select 1 as one' };
    const broken = { name: 'broken', text: 'select 1 / $1::integer as one', values: [0] };
    const wrong = { name: 'wrong', text: 'select no_such_column' };
    const whole = { ...broken, values: [1] };
    for (let round = 0; round < 2; round++) {
      await expect(runBatch(client, [broken, late])).rejects.toMatchObject({ code: '22012' });
      await expect(runBatch(client, [wrong, late])).rejects.toMatchObject({ code: '42703' });
      const [first, second] = await runBatch(client, [whole, late]);
      expect([first?.rows, second?.rows]).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    }
    await expect(client.query(wrong)).rejects.toMatchObject({ code: '42703' });
  });

  test('runs in order with other statements', async () => {
    const answered = await Promise.all([
      client.query('select 1 as n'),
      runBatch(client, [{ text: 'select 2 as n' }, { text: 'select 3 as n' }]),
      client.query('select 4 as n'),
    ]);
    expect(answered.flat().map(({ rows }) => rows[0].n)).toEqual([1, 2, 3, 4]);
  });

  test.each([
    ['a value that cannot be sent', { text: 'select $1::jsonb', values: [endless()] }, 'circular'],
    ['the name of another statement', { name: 'one', text: 'select 2' }, 'must be unique'],
  ])('with %s is not sent', async (_, wrong, reason) => {
    const other = new pg.Client({ ...db.connection, pipeline: true });
    other.on('error', () => {});
    await other.connect();
    await other.query('create table if not exists saucer (size integer)');
    await other.query({ name: 'one', text: 'select 1' });
    const outcome = runBatch(other, [
      { text: 'insert into saucer values (1)' },
      wrong,
      { text: 'insert into saucer values (2)' },
    ]);
    await expect(outcome).rejects.toThrow(reason);
    expect((await client.query('select from saucer')).rowCount).toBe(0);
  });
});

test('a batch is given up when PostgreSQL would have ended each of its statements', () => {
  const { query_timeout } = new Batch([insert(1), insert(2)], REQUEST_TIMEOUTS, () => {});
  expect(query_timeout).toBe(clientTimeout(REQUEST_TIMEOUTS, 2));
  expect(query_timeout).toBeLessThan(clientTimeout(REQUEST_TIMEOUTS));
});

describe('collected statements', () => {
  test('are sent together until the caller awaits', async () => {
    const send = collectBatches(client);
    const [one, two] = await Promise.all([send(insert(1)), send(insert(2))]);
    await send(insert(3));
    expect([one.rows, two.rows]).toEqual([[{ size: 1 }], [{ size: 2 }]]);
    expect(answers).toBe(2);
    expect(await sizes()).toEqual([{ size: 1 }, { size: 2 }, { size: 3 }]);
  });

  test('fail together, with the error of the first', async () => {
    const send = collectBatches(client);
    const outcomes = await Promise.allSettled([send(insert(1)), send(insert(0)), send(insert(2))]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '23514' } });
    }
    expect(await sizes()).toEqual([]);
  });
});

function endless(): object {
  const itself: Record<string, unknown> = {};
  itself.self = itself;
  return itself;
}
