/** What can go wrong on the way to a gateway and back. Tests and the buttons of the dialog choose; by itself nothing does. */
export type RequestFault = 'server_error' | 'too_many' | 'reset_before' | 'reset_after' | 'hang';

export type Faults = {
  /** What happens to a request of the shop; null lets it through. */
  request(method: string, path: string): RequestFault | null;
  /** Delays in milliseconds of each copy of an event that is sent: none drops it, two send it twice. */
  deliveries(event: string): number[];
};

export const NO_FAULTS: Faults = { request: () => null, deliveries: () => [0] };
