/** Network faults that the sandbox can simulate. Only tests and the payment window's buttons trigger them. */
export type RequestFault = 'server_error' | 'too_many' | 'reset_before' | 'reset_after' | 'hang';

export type Faults = {
  /** The fault for a request of the shop; null: none. The request is served once this is known. */
  request(method: string, path: string): RequestFault | null | Promise<RequestFault | null>;
  /**
   * One delay in milliseconds for each copy of the event to send: an empty list drops it, two entries send it twice.
   */
  deliveries(event: string): number[];
};

export const NO_FAULTS: Faults = { request: () => null, deliveries: () => [0] };
