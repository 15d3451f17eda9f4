import type { AdminCoupon } from '#contract/admin/coupons.ts';
import { formatDay } from '#domain/day.ts';
import { formatWholeRupees } from '#domain/money.ts';

/** What a code takes off and asks for, in a line: '10% off, at most ₹200 · from ₹999 · until 3 Dec 2026'. */
export function describeTerms(coupon: AdminCoupon): string {
  const { kind, value, most, minimum, products, starts, until, max_uses, max_uses_each } = coupon;
  const off = kind === 'percent' ? `${value}% off` : `${formatWholeRupees(value)} off`;
  const parts: (string | false | null)[] = [
    most === null ? off : `${off}, at most ${formatWholeRupees(most)}`,
    minimum !== null && `orders from ${formatWholeRupees(minimum)}`,
    products && (products.length === 1 ? 'one product' : `${products.length} products`),
    coupon.state === 'planned' && starts && `from ${formatDay(starts)}`,
    until && `until ${formatDay(until)}`,
    max_uses !== null && `${max_uses} ${max_uses === 1 ? 'use' : 'uses'}`,
    max_uses_each !== null && `${max_uses_each} for each customer`,
    coupon.first_order && 'first orders',
    coupon.online_only && 'paid online',
  ];
  return parts.filter(Boolean).join(' · ');
}
