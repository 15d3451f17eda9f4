/** The names of the settings by their keys. */
export const SETTING_NAMES = {
  identity: 'Who runs the shop',
  notice: 'Notice',
  cash_limits: 'Cash on delivery',
  low_stock: 'Low stock',
  order_email: 'Email for each new order',
} as const;
