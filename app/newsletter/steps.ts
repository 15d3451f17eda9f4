/** Texts of a newsletter page; with `button`, a form that performs the step. */
export type Step = { title: string; text: string; button?: string };

/** By the last segment of the URL. */
export const STEPS: Record<string, Step> = {
  asked: {
    title: 'Check your email',
    text: 'We have sent you a link. Your subscription begins when you follow it.',
  },
  confirm: {
    title: 'Our newsletter',
    text: 'One press of the button and our letters come to your address.',
    button: 'Confirm subscription',
  },
  confirmed: {
    title: 'You are subscribed',
    text: 'Thank you. You can leave at any time with the link in every letter.',
  },
  expired: {
    title: 'This link is used up',
    text: 'If you have pressed it before, all is well. If not, please subscribe once more: links are good for a week.',
  },
  unsubscribe: {
    title: 'Leave the newsletter?',
    text: 'We stop writing and forget your address.',
    button: 'Unsubscribe',
  },
  left: {
    title: 'You have unsubscribed',
    text: 'We do not write to you any more, and have forgotten your address.',
  },
};
