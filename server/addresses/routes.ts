import { addressEndpoints } from '#contract/addresses.ts';
import { AppError } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import {
  addressesOf,
  deleteAddress,
  findAddress,
  insertAddress,
  updateAddress,
} from './queries.ts';

export function addressRoutes(database: Database, authenticate: Authenticate) {
  return serveEndpoints(addressEndpoints, authenticate, {
    'GET /addresses': ({ shopper }) => database.asShopper(shopper, addressesOf(shopper)),

    'POST /addresses': async ({ shopper, body }) => {
      const [address] = await database.asShopperInTurn(shopper, insertAddress(shopper, body));
      if (!address) throw new AppError('too_many_addresses');
      return address;
    },

    'PATCH /addresses/{id}': async ({ shopper, params, body }) => {
      const changes = Object.keys(body).length > 0;
      const query = changes
        ? updateAddress(shopper, params.id, body)
        : findAddress(shopper, params.id);
      const [address] = await database.asShopper(shopper, query);
      if (!address) throw new AppError('address_not_found');
      return address;
    },

    'DELETE /addresses/{id}': async ({ shopper, params }) => {
      const [address] = await database.asShopper(shopper, deleteAddress(shopper, params.id));
      if (!address) throw new AppError('address_not_found');
    },
  });
}
