import type { RecordedOrder, Statement } from './recorded-order.ts';

type OrderScript = {
  script: string;
  /** Variables that are passed to the script, because pgbench itself can only set numbers. */
  variables: Record<string, string>;
};

/**
 * Turns a recorded order into a script that pgbench can repeat for ever: the values of that order become variables.
 * Statements that were sent together are sent together here, too, except where pgbench must read a result (the new
 * address's id), which it can only do between batches.
 *
 * Expects a table `shopper (n, user_id, session_id)` of accounts, `shoppers` at once.
 */
export function orderScript(
  { batches, known }: RecordedOrder,
  products: { id: string; price: number }[],
  { shoppers, ordersPerAccount }: { shoppers: number; ordersPerAccount: number },
): OrderScript {
  const names = new Map<unknown, string>([
    [known.user, 'user'],
    [known.session, 'session'],
    [known.address, 'saved_id'],
    [known.key, 'key'],
    [known.total, 'total'],
    [known.products[0], 'one'],
    [known.products[1], 'other'],
  ]);
  const variables: Record<string, string> = { turn: '0' };

  /** pgbench cannot make UUIDs: the order's is its key, a number. */
  const expressionOf = (value: unknown) =>
    value === known.order ? "lpad(:key::text, 32, '0')::uuid" : `:${nameOf(value)}`;

  function nameOf(value: unknown): string {
    const known = names.get(value);
    if (known !== undefined) return known;
    const name = `fixed_${names.size}`;
    names.set(value, name);
    variables[name] = String(value);
    return name;
  }

  const written = batches.map((batch) => {
    const saving = batch.some(savesAddress);
    const lines = batch.map((statement) => {
      const { text, values } = statement;
      const named = text.trim().replace(/\$(\d+)/g, (_, n) => expressionOf(values[Number(n) - 1]));
      return savesAddress(statement) ? `${named} \\gset saved_` : `${named};`;
    });
    // A batch is a transaction; separate statements need an explicit one.
    if (saving) return ['begin;', ...lines, 'commit;'].join('\n');
    if (lines.length === 1) return lines.join('\n');
    return ['\\startpipeline', ...lines, '\\endpipeline'].join('\n');
  });

  const script = [
    '-- After so many orders the next account, as the shop’s shoppers do.',
    `\\if :turn % ${ordersPerAccount} = 0`,
    `\\set n :turn / ${ordersPerAccount} * ${shoppers} + :client_id`,
    'select user_id as user, session_id as session from shopper where n = :n \\gset',
    '\\endif',
    `\\set first (:client_id + :turn) % ${products.length}`,
    `\\set second (:first + 1) % ${products.length}`,
    `\\set one ${caseByIndex(
      'first',
      products.map(({ id }) => Number(id)),
    )}`,
    `\\set other ${caseByIndex(
      'second',
      products.map(({ id }) => Number(id)),
    )}`,
    `\\set total (${caseByIndex(
      'first',
      products.map(({ price }) => price),
    )}) + 2 * (${caseByIndex(
      'second',
      products.map(({ price }) => price),
    )})`,
    '\\set key random(1000000000000000, 9000000000000000)',
    '\\set turn :turn + 1',
    ...written,
    '',
  ].join('\n');
  return { script, variables };
}

/** Whether the script needs its result: the order names the address. */
function savesAddress({ text }: Statement): boolean {
  return /\binsert into addresses\b/.test(text);
}

function caseByIndex(index: string, values: number[]): string {
  const cases = values.map((value, n) => `when :${index} = ${n} then ${value}`);
  return `case ${cases.join(' ')} end`;
}
