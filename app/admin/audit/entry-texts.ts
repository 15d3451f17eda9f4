import { EVENT_REASONS, ORDER_VERB_TITLES } from '#app/admin/orders/event-texts.ts';
import { QUEUE_NAMES } from '#app/admin/orders/list/order-filter.ts';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { AUDIT_VERBS } from '#contract/admin/audit-verbs.ts';
import { REPORT_NAMES, REPORTS } from '#contract/admin/reports.ts';
import { SETTINGS } from '#contract/admin/settings.ts';
import { keysOf } from '#domain/keys-of.ts';

/** Titles of verbs: those of orders as in the order's timeline, and those whose own words say too little. */
const TITLES: Record<string, string> = {
  ...ORDER_VERB_TITLES,
  export: 'Export subscribers',
  invite: 'Invite staff',
  reset_factor: 'Remove the second step of staff',
  remove_factors: 'Remove the second step of a customer',
  end_sessions: 'Sign a customer out everywhere',
  block_cash: 'Refuse cash on delivery to a customer',
  unblock_cash: 'Allow cash on delivery to a customer again',
  create_coupon: 'Create discount code',
  pause_coupon: 'Pause discount code',
  resume_coupon: 'Resume discount code',
  end_coupon: 'End discount code',
  post_remittance: 'Post cash from a courier',
  undo_remittance: 'Undo a posting of cash',
};

const REASONS: Record<string, string> = {
  ...EVENT_REASONS,
  scheduled: 'As scheduled',
  'command on the server': 'By a command on the server',
};

const QUEUES: Record<string, string> = QUEUE_NAMES;

/** Every verb that the log can be filtered by, by its title. */
export const VERB_OPTIONS = AUDIT_VERBS.map((value) => ({
  value,
  label: titleOf({ verb: value }),
})).sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** The title of an entry. */
export function titleOf({ verb }: Pick<AuditEntry, 'verb'>): string {
  return TITLES[verb] ?? inWords(verb.replace('letter', 'newsletter'));
}

/** The reason as text; a note of the staff as it was typed. Null without a reason. */
export function reasonOf({ reason }: Pick<AuditEntry, 'reason'>): string | null {
  return reason && (REASONS[reason] ?? reason);
}

/** The name of the changed subject; '' if only its id is known. */
export function nameOf({
  subject_type,
  subject_id,
  subject_name,
  before,
  after,
}: AuditEntry): string {
  if (subject_name !== null) return subject_name;
  if (subject_type === 'report') {
    const report = REPORT_NAMES.find((name) => name === subject_id);
    return report ? REPORTS[report].name : subject_id;
  }
  if (subject_type === 'order_list') return QUEUES[subject_id] ?? subject_id;
  if (subject_type === 'failed_jobs') return '';
  if (subject_type === 'setting') {
    const setting = keysOf(SETTINGS).find((key) => key === subject_id);
    return setting ? SETTINGS[setting].title : inWords(subject_id);
  }
  // For subjects without a name in the log: a courier's list, for example, has the bank's reference.
  const own = after?.name ?? after?.reference ?? after?.subject ?? before?.name;
  if (typeof own === 'string' && own !== '') return own;
  return UUID.test(subject_id) ? '' : subject_id;
}

/** 'change_shop_notice' as 'Change shop notice': for names that have no text here. */
export function inWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The audit log's types of subject, by their names in its filter. `screen` has a row, and a screen below, for each of the
 * type's subjects; the log links to it.
 */
export const AUDIT_SUBJECTS: Record<string, { name: string; screen?: `/admin/${string}` }> = {
  order: { name: 'Orders', screen: '/admin/orders' },
  order_list: { name: 'Order exports' },
  product: { name: 'Products and stock' },
  picture: { name: 'Pictures' },
  message: { name: 'Messages', screen: '/admin/messages' },
  customer: { name: 'Customers', screen: '/admin/customers' },
  letter: { name: 'Newsletters', screen: '/admin/newsletter' },
  newsletter: { name: 'Newsletter exports' },
  remittance: { name: 'Cash from couriers' },
  cash: { name: 'Cash exports' },
  report: { name: 'Report exports' },
  setting: { name: 'Settings' },
  coupon: { name: 'Discount codes' },
  delivery: { name: 'Delivery by PIN' },
  courier: { name: 'Couriers' },
  failed_jobs: { name: 'Emails not sent' },
  staff: { name: 'Staff' },
};
