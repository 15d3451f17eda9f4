import type { AuditQuery } from '#contract/admin/audit.ts';

export type AuditFilter = Pick<AuditQuery, 'subject_type' | 'staff' | 'from' | 'to'>;

/** What the log tells of, in the words of its filter. */
export const SUBJECTS = {
  order: 'Orders',
  product: 'Products and stock',
  remittance: 'Cash from couriers',
  message: 'Messages',
  customer: 'Customers',
  letter: 'Letters',
  newsletter: 'Newsletter exports',
  report: 'Report exports',
  setting: 'Settings',
  courier: 'Couriers',
  staff: 'Staff',
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[0-9a-f-]{36}$/;

/** What the URL asks for; what it says wrongly is left out. */
export function readAuditFilter(params: URLSearchParams): AuditFilter {
  const read = (name: string, is: (value: string) => boolean) => {
    const value = params.get(name) ?? '';
    return is(value) ? value : undefined;
  };
  return {
    subject_type: read('subject_type', (value) => Object.hasOwn(SUBJECTS, value)),
    staff: read('staff', (value) => ID.test(value)),
    from: read('from', (value) => DAY.test(value)),
    to: read('to', (value) => DAY.test(value)),
  };
}
