import type { AuditEvent } from './audit.ts';
import { neighbourhood } from './client-address.ts';
import { AuthFault } from './fault.ts';
import type { Limiter } from './limits.ts';
import type { Service, Visit } from './service.ts';

/**
 * Counts a try at an account. Strangers who guess from everywhere must not keep its owner out: the limit does
 * not hold on a network where the owner has proven the same (`by`) in the last 90 days.
 *
 * @throws AuthFault over_request_rate_limit
 */
export async function takeFromStrangers(
  service: Service,
  limiter: Limiter,
  { key, email, by }: { key: string; email: string; by: AuditEvent[] },
  visit: Visit,
): Promise<void> {
  await limiter.take(key).catch(async (refusal) => {
    const isLimit = refusal instanceof AuthFault && refusal.code === 'over_request_rate_limit';
    if (!isLimit || !(await isKnown(service, email, by, visit))) throw refusal;
  });
}

/** The network and not the address: at home and on phones IPv6 addresses change by the day. */
async function isKnown(
  { store, clock }: Service,
  email: string,
  by: AuditEvent[],
  visit: Visit,
): Promise<boolean> {
  const network = neighbourhood(visit.address);
  if (network === null) return false;
  const rows = await store.rows(
    `select from auth.users u join auth.audit_log a on a.user_id = u.id
     where u.email = $1 and a.event = any($2) and a.address <<= $3::inet
       and a.at > $4::timestamptz - interval '90 days'
     limit 1`,
    [email, by, network, clock()],
  );
  return rows.length > 0;
}
