import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftOf } from '#app/admin/products/form/draft.ts';
import { forgetDraft, loadDraft, NEW, saveDraft } from '#app/admin/products/form/stored-draft.ts';
import { session } from '#app/shell/session/session.ts';
import { readDraft, writeDraft } from './draft-storage.ts';

/** A browser's storage that counts as one of its tabs. */
function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const localStorage = storage();
const openTab = (sessionStorage = storage()) => {
  vi.stubGlobal('window', { localStorage, sessionStorage });
  return sessionStorage;
};
const signIn = (id: string) =>
  vi.spyOn(session, 'get').mockReturnValue({
    status: 'signed-in',
    user: { id, email: `${id}@example.com` },
    recovering: false,
  });

beforeEach(() => {
  openTab();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const typed = (key: string) => ({
  base: draftOf(null),
  version: 0,
  draft: draftOf(null),
  key,
  sent: true,
});

test('drafts belong to the person: the next one in the same tab sees none of them', () => {
  signIn('asha');
  writeDraft('note', 'Asha’s own words');
  saveDraft(NEW, typed('asha-1'));
  signIn('bina');
  expect(readDraft('note')).toBeUndefined();
  expect(loadDraft(NEW)).toBeNull();
  signIn('asha');
  expect(readDraft('note')?.text).toBe('Asha’s own words');
  expect(loadDraft(NEW)?.key).toBe('asha-1');
});

test('each tab adds a product of its own: it begins with what was typed last, and forgets nothing of the other', () => {
  signIn('asha');
  const first = openTab();
  saveDraft(NEW, typed('first'));
  openTab();
  expect(loadDraft(NEW)).toMatchObject({ key: 'first', sent: false });
  saveDraft(NEW, typed('second'));
  openTab(first);
  expect(loadDraft(NEW)).toMatchObject({ key: 'first', sent: true });
  forgetDraft(NEW, 'first');
  expect(loadDraft(NEW)).toMatchObject({ key: 'second' });
});
