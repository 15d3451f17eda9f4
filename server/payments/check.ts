import { sql } from 'kysely';
import { tables } from '../platform/database/tables.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { type Intent, lockIntent, type Owned, onBehalfOf } from './intent.ts';
import { settle } from './settle.ts';
import { releaseIntent } from './stock.ts';
import type { Till } from './till.ts';

/**
 * One look at an intent whose time has come. Goods go back only after the gateway has said that nobody has paid for
 * them; without an answer they are kept and the gateway is asked again soon.
 */
export async function checkIntent(till: Till, owned: Owned): Promise<void> {
  const asked = await settle(till, owned).then(
    () => true,
    (error) => {
      if (!(error instanceof GatewayFailure)) throw error;
      till.log.warn({ err: error, intent: owned.id }, 'the gateway could not be asked');
      return false;
    },
  );
  await till.unattended.transact(onBehalfOf(owned.user_id), async (tx) => {
    const [[intent], [payment]] = await Promise.all([
      tx.rows(lockIntent(owned)),
      tx.rows(findPromised(owned)),
    ]);
    if (!intent) return;
    const next = nextCheck(till, intent, asked && !payment?.promised);
    const over = next === null || !payment?.promised;
    if (asked && intent.overdue && intent.holds_stock && over) {
      await releaseIntent(tx, owned, 'expired');
    }
    await tx.rows(planCheck(owned, next));
  });
}

/** Seconds until the next look, or null when there is none to come. */
function nextCheck({ timing }: Till, intent: Intent, knownWell: boolean): number | null {
  if (intent.state === 'completed') return null;
  const next = timing.checks.find((time) => time > intent.age);
  if (knownWell) return next === undefined ? null : next - intent.age;
  return next === undefined && intent.age > 2 * (timing.checks.at(-1) ?? 0) ? null : timing.retry;
}

/** Money that is promised and not taken yet: its goods stay where they are. */
function findPromised({ id, user_id }: Owned) {
  return sql<{ promised: boolean }>`
    select exists (
      select from payments where intent_id = ${id} and user_id = ${user_id} and status = 'authorized'
    ) as promised`.compile(tables);
}

function planCheck({ id, user_id }: Owned, seconds: number | null) {
  return sql`
    update payment_intents
    set checks = checks + 1, next_check_at = now() + make_interval(secs => ${seconds}::float8)
    where id = ${id} and user_id = ${user_id}`.compile(tables);
}
