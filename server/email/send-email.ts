import type { EmailContent } from './template/content.ts';

/** Renders an email and sends it; a rejected promise means that it must be retried. */
export type SendEmail = (content: EmailContent) => Promise<void>;
