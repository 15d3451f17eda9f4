import type { AuditEvent } from './audit.ts';
import { neighbourhood } from './client-address.ts';
import type { Limiter, Turn } from './limits.ts';
import type { Service, Visit } from './service.ts';

/**
 * A try at an account. Strangers who guess from everywhere must not keep its owner out: the limit does not hold
 * on a network where the owner has proven the same (`by`) in the last 90 days.
 */
export function turnOfStrangers(
  service: Service,
  limiter: Limiter,
  { key, email, by }: { key: string; email: string; by: AuditEvent[] },
  visit: Visit,
): Turn {
  return { ...limiter.turn(key), exempt: () => isKnown(service, email, by, visit) };
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
