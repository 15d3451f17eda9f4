/** What the shop says about whoever runs it. Null is what the owner has yet to fill in. */
export type ShopDetails = {
  /** Who one buys from, as registered. */
  legal_name: string | null;
  /** In lines, as on a letter. */
  address: string[] | null;
  /** At least one. */
  emails: string[];
  phone: string | null;
  /** The licence of the Food Safety and Standards Authority of India: 14 digits. */
  fssai: string | null;
  /** Named under the Consumer Protection (E-Commerce) Rules, 2020. */
  grievance_officer: { name: string; email: string } | null;
};
