import { addressEndpoints } from './addresses.ts';
import { cartEndpoints } from './cart.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { orderEndpoints } from './orders.ts';
import { paymentEndpoints } from './payments.ts';
import { profileEndpoints } from './profile.ts';

/** Everything under /api, in the order the reference shows it. */
export const endpoints = {
  ...catalogueEndpoints,
  ...cartEndpoints,
  ...addressEndpoints,
  ...profileEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
};

export type Endpoints = typeof endpoints;
