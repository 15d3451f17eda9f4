import type { Context } from 'hono';
import { clientAddress } from './client-address.ts';
import type { Service, Visit } from './service.ts';
import { describeDevice } from './sessions/device.ts';

/** Tells where requests to this service come from. */
export function visitOf({ settings }: Pick<Service, 'settings'>): (c: Context) => Visit {
  return (c) => ({
    address: clientAddress(c, settings.trustProxyHops),
    device: describeDevice(c.req.header('User-Agent')),
  });
}
