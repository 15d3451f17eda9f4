import { afterEach, expect, test, vi } from 'vitest';
import { session } from '#app/shell/session/session.ts';
import { readDraft, writeDraft } from './draft-storage.ts';

const signIn = (id: string) =>
  vi.spyOn(session, 'get').mockReturnValue({
    status: 'signed-in',
    user: { id, email: `${id}@example.com` },
    recovering: false,
  });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('drafts belong to the person: the next one in the same tab sees none of them', () => {
  const items = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage });
  signIn('asha');
  writeDraft('note', 'Asha’s own words');
  signIn('bina');
  expect(readDraft('note')).toBeUndefined();
  signIn('asha');
  expect(readDraft('note')?.text).toBe('Asha’s own words');
});
