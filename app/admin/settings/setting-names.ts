/** The settings of the shop, by their keys. */
export const SETTING_NAMES = {
  identity: 'Who runs the shop',
  notice: 'Notice',
  cash_limits: 'Cash on delivery',
  low_stock: 'Low stock',
} as const;
