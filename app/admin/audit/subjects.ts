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
  delivery: { name: 'Delivery by PIN' },
  courier: { name: 'Couriers' },
  failed_jobs: { name: 'Emails not sent' },
  staff: { name: 'Staff' },
};
