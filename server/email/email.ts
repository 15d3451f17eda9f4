/** A mail as the shop writes it. Every mail has a plain-text part. */
export type Mail = {
  /** Names this mail for good: a job that runs twice sends or keeps it once where that can be known. */
  onceKey: string;
  to: string;
  /** Where an answer goes, when not to the shop. */
  replyTo?: string;
  /** Further headers, e.g. List-Unsubscribe. */
  headers?: Record<string, string>;
  /** One line. */
  subject: string;
  text: string;
  html: string;
};

/** Hands a mail on; a rejected promise means that it was not taken and must be tried again. */
export type SendMail = (mail: Mail) => Promise<void>;
