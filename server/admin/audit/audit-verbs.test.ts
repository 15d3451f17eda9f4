import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DATABASE_AUDIT_VERBS, ORDER_AUDIT_VERBS } from '#contract/admin/audit-verbs.ts';
import { VERBS } from '#domain/order-verbs.ts';

const INSERT = /insert into audit_log \(([^)]*)\)\s+(?:values \(|select )([^;]*);/g;

/** What functions give as the verb, where it is no literal. */
const VARIABLE: Record<string, readonly string[]> = {
  p_verb: VERBS,
  "p_action || '_cash'": ['settle_cash', 'dispute_cash', 'reopen_cash'],
};

test('the contract has every verb that functions of the database write into the audit log, and no other', () => {
  const sql = globSync('db/schema/*.sql')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const inserts = [...sql.matchAll(INSERT)];
  expect(inserts).toHaveLength(sql.split('insert into audit_log').length - 1);
  const verbs = inserts.flatMap(([, columns = '', values = '']) => {
    const at = columns.split(', ').indexOf('verb');
    return verbsOf(values.split(/,\s*/)[at] ?? '');
  });
  const known = [...ORDER_AUDIT_VERBS, ...DATABASE_AUDIT_VERBS];
  expect([...new Set(verbs)].sort()).toEqual(known.sort());
});

/** The verbs that an expression may become: a literal, a case of literals or one of `VARIABLE`. */
function verbsOf(expression: string): readonly string[] {
  const literals = [...expression.matchAll(/'([a-z_]+)'/g)].flatMap(([, verb]) => verb ?? []);
  const verbs = VARIABLE[expression] ?? literals;
  expect(verbs, expression).not.toHaveLength(0);
  return verbs;
}
