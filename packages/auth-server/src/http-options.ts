import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** The origin of a request. */
export type ClientAddress = {
  /** An IPv4 or IPv6 address that PostgreSQL's `inet` accepts; null when unknown. */
  address: string | null;
  /** What rate limits count by: never empty, also without an address. An IPv6 customer has a whole /64. */
  network: string;
  /** A larger block that may belong to one customer, such as the /48 of an IPv6 address; null where there is none. */
  site: string | null;
};

/** What the application knows about HTTP: its proxies, its server, its limits. */
export type HttpOptions = {
  clientAddressOf(c: Context): ClientAddress;
  /** Refuses larger bodies, in bytes; Hono's own `bodyLimit` by default. */
  limitBody?(options: { maxSize: number; onError(c: Context): Response }): MiddlewareHandler;
  /** Whether the client has closed the connection in the middle of its request; never by default. */
  clientDisconnected?(c: Context): boolean;
};

export function withHttpDefaults(handling: HttpOptions): Required<HttpOptions> {
  const { clientAddressOf, limitBody = bodyLimit, clientDisconnected = () => false } = handling;
  return { clientAddressOf, limitBody, clientDisconnected };
}
