import type { AreaRule } from '#contract/admin/delivery.ts';
import { formatRupees } from '#domain/money.ts';

/** What a rule says, in words. */
export function areaText(area: AreaRule): string {
  const { serves, cash, days_from, days_to, fee, free_from } = area;
  const said = [
    serves !== null && (serves ? 'Served' : 'Not served'),
    cash !== null && (cash ? 'cash' : 'no cash'),
    daysText(days_from, days_to),
    fee !== null && `fee ${formatRupees(fee)}`,
    free_from !== null && `free from ${formatRupees(free_from)}`,
  ].filter(Boolean);
  return said.length > 0 ? said.join(', ') : 'Says nothing of its own';
}

function daysText(from: number | null, to: number | null): string | null {
  if (to === null) return from === null ? null : `from ${from} days`;
  return from === null || from === to ? `${to} days` : `${from}-${to} days`;
}
