import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { Letter, LetterForm } from '#contract/admin/newsletter.ts';

const NEWSLETTER = ['admin', 'newsletter'] as const;
const WHILE_SENDING = 2_000;

/** How many are subscribed, and the letters. */
export const newsletterQuery = queryOptions({
  queryKey: [...NEWSLETTER, 'list'],
  queryFn: () => callAdmin('GET /admin/newsletter'),
});

/** One letter; polled while it is being sent. */
export function letterQuery(id: string) {
  return queryOptions({
    queryKey: [...NEWSLETTER, 'one', id],
    queryFn: () => callAdmin('GET /admin/newsletter/letters/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? WHILE_SENDING : false),
  });
}

export function letterChanged(letter: Letter): void {
  queryClient.setQueryData(letterQuery(letter.id).queryKey, letter);
  void queryClient.invalidateQueries({ queryKey: newsletterQuery.queryKey });
}

/** Somebody else has saved or sent it. */
export function letterOutdated(id: string): void {
  void queryClient.invalidateQueries({ queryKey: letterQuery(id).queryKey });
}

/** The part of a letter that is written. */
export function formOf(letter: Letter): LetterForm {
  const { subject, heading, text, button_label, button_url, picture, picture_text } = letter;
  return { subject, heading, text, button_label, button_url, picture, picture_text };
}

export const EMPTY_LETTER: LetterForm = {
  subject: '',
  heading: '',
  text: '',
  button_label: '',
  button_url: '',
  picture: null,
  picture_text: '',
};

/** A draft was deleted. */
export function letterGone(): void {
  void queryClient.invalidateQueries({ queryKey: newsletterQuery.queryKey });
}
