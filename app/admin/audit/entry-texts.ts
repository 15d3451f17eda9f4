import { EVENT_REASONS, ORDER_VERB_TITLES } from '#app/admin/orders/event-texts.ts';
import { QUEUE_NAMES } from '#app/admin/orders/list/order-filter.ts';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { AUDIT_VERBS, type AuditVerb } from '#contract/admin/audit-verbs.ts';
import { REPORT_NAMES, REPORTS } from '#contract/admin/reports.ts';

/** Titles by verb. The verbs of orders have the titles of the order's timeline. */
const VERB_TITLES: Record<AuditVerb, string> = {
  ...ORDER_VERB_TITLES,
  move_stock: 'Stock changed',
  count_stock: 'Stock counted',
  add_product: 'Product added',
  change_product: 'Product changed',
  show_product: 'Product shown',
  hide_product: 'Product hidden',
  remove_product: 'Product removed',
  upload_picture: 'Picture uploaded',
  change_price: 'Price changed',
  schedule_price: 'Price scheduled',
  withdraw_price: 'Scheduled price withdrawn',
  start_price_change: 'Scheduled price began',
  end_price_change: 'Scheduled price ended',
  post_remittance: 'Cash from a courier posted',
  undo_remittance: 'Cash posting undone',
  settle_cash: 'Cash settled',
  dispute_cash: 'Cash disputed',
  export_cash: 'Cash that is owed exported',
  reopen_cash: 'Cash expected again',
  answer_message: 'Message answered',
  note_message: 'Note on a message',
  close_message: 'Message closed',
  reopen_message: 'Message opened again',
  mark_message_answered: 'Message marked as answered',
  export_customer: "Customer's data exported",
  delete_customer: 'Customer deleted',
  end_sessions: 'Customer signed out everywhere',
  remove_factors: "Customer's second step removed",
  block_cash: 'Cash on delivery refused to a customer',
  unblock_cash: 'Cash on delivery allowed to a customer again',
  write_letter: 'Newsletter written',
  change_letter: 'Newsletter changed',
  delete_letter: 'Newsletter deleted',
  test_letter: 'Test of a newsletter sent',
  send_letter: 'Newsletter sent',
  stop_letter: 'Newsletter stopped',
  export: 'Subscribers exported',
  export_report: 'Report exported',
  export_orders: 'Orders exported',
  change_setting: 'Settings changed',
  retry_failed_jobs: 'Emails and payments tried again',
  dismiss_failed_jobs: 'Failed emails and payments dismissed',
  add_courier: 'Courier added',
  change_courier: 'Courier changed',
  choose_columns: 'Columns of a courier’s lists chosen',
  invite: 'Staff invited',
  accept_invitation: 'Invitation accepted',
  withdraw_invitation: 'Invitation withdrawn',
  change_staff: 'Staff changed',
  reset_factor: 'Second step of staff removed',
};

const REASONS: Record<string, string> = {
  ...EVENT_REASONS,
  scheduled: 'As scheduled',
  'command on the server': 'By a command on the server',
};

const TITLES: Record<string, string> = VERB_TITLES;
const SETTINGS: Record<string, string> = {
  identity: 'Who runs the shop',
  notice: 'Notice',
  cash_limits: 'Cash on delivery',
  low_stock: 'Low stock',
  order_email: 'Email for each new order',
};
const QUEUES: Record<string, string> = QUEUE_NAMES;

/** Every verb that the log can be filtered by, by its title. */
export const VERB_OPTIONS = AUDIT_VERBS.map((value) => ({ value, label: VERB_TITLES[value] })).sort(
  (a, b) => a.label.localeCompare(b.label, 'en'),
);

/** The title of an entry; the words of its verb for one that this version does not know. */
export function titleOf({ verb }: Pick<AuditEntry, 'verb'>): string {
  return TITLES[verb] ?? inWords(verb);
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
  if (subject_type === 'setting') return SETTINGS[subject_id] ?? inWords(subject_id);
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
