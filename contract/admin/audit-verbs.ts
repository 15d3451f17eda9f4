import { STEP_KINDS } from '#domain/order-verbs.ts';

/** The verbs in the audit log about orders; the titles of an order's timeline name them. */
const ORDER_AUDIT_VERBS = [
  ...STEP_KINDS,
  'correct_address',
  'correct_parcel',
  'send_email_again',
  'note',
  'refund',
  'manual_refund',
] as const;
export type OrderAuditVerb = (typeof ORDER_AUDIT_VERBS)[number];

/** The other verbs that functions of the database and commands write. */
const DATABASE_AUDIT_VERBS = [
  'post_remittance',
  'undo_remittance',
  'settle_cash',
  'dispute_cash',
  'reopen_cash',
  'delete_customer',
  'accept_invitation',
] as const;

/** The verbs that the server writes, its commands included. */
const SERVER_AUDIT_VERBS = [
  'move_stock',
  'count_stock',
  'add_product',
  'change_product',
  'show_product',
  'hide_product',
  'remove_product',
  'upload_picture',
  'change_price',
  'schedule_price',
  'withdraw_price',
  'start_price_change',
  'end_price_change',
  'export_cash',
  'answer_message',
  'note_message',
  'close_message',
  'reopen_message',
  'mark_message_answered',
  'export_customer',
  'end_sessions',
  'remove_factors',
  'block_cash',
  'unblock_cash',
  'write_letter',
  'change_letter',
  'delete_letter',
  'test_letter',
  'send_letter',
  'stop_letter',
  'export',
  'export_report',
  'export_orders',
  'retry_failed_jobs',
  'dismiss_failed_jobs',
  'change_setting',
  'create_coupon',
  'pause_coupon',
  'resume_coupon',
  'end_coupon',
  'set_delivery',
  'remove_delivery',
  'apply_delivery_list',
  'add_courier',
  'change_courier',
  'invite',
  'withdraw_invitation',
  'change_staff',
  'reset_factor',
] as const;
export type ServerAuditVerb = (typeof SERVER_AUDIT_VERBS)[number];

/** Every verb of the audit log. */
export const AUDIT_VERBS = [
  ...ORDER_AUDIT_VERBS,
  ...DATABASE_AUDIT_VERBS,
  ...SERVER_AUDIT_VERBS,
] as const;
