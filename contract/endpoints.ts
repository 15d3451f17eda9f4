import { addressEndpoints } from './addresses.ts';
import { cartEndpoints } from './cart.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { orderEndpoints } from './orders.ts';
import { profileEndpoints } from './profile.ts';

/** Everything under /api, in the order the reference shows it. */
export const endpoints = {
  ...catalogueEndpoints,
  ...cartEndpoints,
  ...addressEndpoints,
  ...profileEndpoints,
  ...orderEndpoints,
};

export type Endpoints = typeof endpoints;
