/** Legal and contact details of the shop. Null: the owner has not configured it yet. */
export type ShopDetails = {
  /** The seller's registered name. */
  legal_name: string | null;
  /** Postal address, line by line. */
  address: string[] | null;
  /** At least one. */
  emails: string[];
  phone: string | null;
  /** The licence of the Food Safety and Standards Authority of India: 14 digits. */
  fssai: string | null;
  /** Required by the Consumer Protection (E-Commerce) Rules, 2020. */
  grievance_officer: { name: string; email: string } | null;
};
