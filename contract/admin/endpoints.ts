import { auditEndpoints } from './audit.ts';
import { cashEndpoints } from './cash.ts';
import { courierEndpoints } from './couriers.ts';
import { customerEndpoints } from './customers.ts';
import { messageEndpoints } from './messages.ts';
import { adminNewsletterEndpoints } from './newsletter.ts';
import { adminOrderEndpoints } from './orders.ts';
import { adminProductEndpoints } from './products.ts';
import { reportEndpoints } from './reports.ts';
import { settingsEndpoints } from './settings.ts';
import { staffEndpoints } from './staff.ts';
import { stockEndpoints } from './stock.ts';
import { todayEndpoints } from './today.ts';

/**
 * All endpoints for staff, under /api as well. Apart from `endpoints`: shoppers neither download them nor read them in
 * the reference.
 */
export const adminEndpoints = {
  ...todayEndpoints,
  ...adminOrderEndpoints,
  ...courierEndpoints,
  ...stockEndpoints,
  ...adminProductEndpoints,
  ...cashEndpoints,
  ...reportEndpoints,
  ...settingsEndpoints,
  ...staffEndpoints,
  ...messageEndpoints,
  ...customerEndpoints,
  ...adminNewsletterEndpoints,
  ...auditEndpoints,
};

export type AdminEndpoints = typeof adminEndpoints;
