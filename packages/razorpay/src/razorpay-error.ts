/** An error of the gateway or of the network. */
export class GatewayFailure extends Error {
  /** The HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, description: string, cause?: unknown) {
    super(`The payment gateway answered ${status} ${code}: ${description}`, { cause });
    this.name = 'GatewayFailure';
    this.status = status;
    this.code = code;
  }

  /** Whether the gateway may have executed the request: no answer, a broken one, or one from a proxy. */
  get uncertain(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 429;
  }
}

/** True for a failure after which the same request may be sent again. */
export function isUncertain(error: unknown): error is GatewayFailure {
  return error instanceof GatewayFailure && error.uncertain;
}
