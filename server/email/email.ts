/** An email. Every email has a plain-text part. */
export type RenderedEmail = {
  /**
   * Identifies this email permanently, so that a job that runs twice does not store it twice; sent emails use it as
   * Message-ID.
   */
  idempotencyKey: string;
  to: string;
  /** The Reply-To address, when it is not the shop's. */
  replyTo?: string;
  /** Further headers, e.g. List-Unsubscribe. */
  headers?: Record<string, string>;
  /** One line. */
  subject: string;
  text: string;
  html: string;
};

/** Sends or stores an email; a rejected promise means that it must be retried. */
export type DeliverEmail = (email: RenderedEmail) => Promise<void>;
