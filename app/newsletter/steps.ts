import type { NewsletterStep } from '#contract/newsletter.ts';

/** Texts of a newsletter page; with `button`, a form that performs the step. */
export type Step = { title: string; text: string; button?: string };

/** By the last segment of the URL. */
export const STEPS: Record<NewsletterStep, Step> = {
  requested: {
    title: 'Check your email',
    text: 'We have sent you a link. Open it to confirm your subscription.',
  },
  confirm: {
    title: 'Our newsletter',
    text: 'Press the button to start receiving our newsletter.',
    button: 'Confirm subscription',
  },
  confirmed: {
    title: 'You are subscribed',
    text: 'Thank you. You can unsubscribe at any time with the link in every email.',
  },
  expired: {
    title: 'This link no longer works',
    text: 'If you confirmed before, you are subscribed. If not, please subscribe again: links are valid for a week.',
  },
  unsubscribe: {
    title: 'Unsubscribe from the newsletter?',
    text: 'We will stop emailing you and delete your address.',
    button: 'Unsubscribe',
  },
  left: {
    title: 'You have unsubscribed',
    text: 'You will get no more newsletters, and we have deleted your address.',
  },
  earlier: {
    title: 'Nobody is subscribed with this link',
    text: 'It belongs to a subscription that has ended. If you still get our newsletter, use the link in its newest email.',
  },
  incomplete: {
    title: 'This link is incomplete',
    text: 'Nothing has changed: you still get our newsletter. Please open the whole link from the email.',
  },
};
