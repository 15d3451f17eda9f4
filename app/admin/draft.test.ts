import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { changesOf, readDraft, readJson, writeDraft } from '#app/admin/draft.ts';
import { session } from '#app/shell/session/session.ts';
import { memoryStorage } from '#test/memory-storage.ts';

const Form = z.object({ text: z.string() });

test('a draft is read as it was written', () => {
  expect(readJson(Form, '{"text":"Ring twice"}')).toEqual({ text: 'Ring twice' });
});

test.each(['', 'Ring twice', '{"text":', '"Ring twice"', '{"text":1}', 'null'])(
  '%j, of a former version or cut off, is no draft and breaks no form',
  (json) => {
    expect(readJson(Form, json)).toBeUndefined();
  },
);

test('a save replaces what somebody else has saved since, in fields that I changed and in others', () => {
  const base = { name: 'Blue', taste: 'Mild', weight: '50g', benefits: [{ title: 'Calm' }] };
  const mine = { ...base, name: 'Deep blue', weight: '60g ' };
  const saved = { ...base, name: 'Sky blue', taste: 'Fresh', benefits: [] };
  expect(changesOf(base, mine, saved)).toEqual({
    name: 'Sky blue',
    taste: 'Fresh',
    benefits: [],
  });
});

test('what is saved as I typed it, but for spaces at its end, and what nobody else changed, is no conflict', () => {
  const base = { taste: 'Mild', weight: '50g' };
  const mine = { taste: 'Fresh', weight: '60g ' };
  expect(changesOf(base, mine, { ...base, weight: '60g' })).toEqual({});
});

test('drafts belong to the person: the next one in the same tab sees none of them', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('window', { sessionStorage: memoryStorage() });
  const stored = vi.spyOn(session, 'get');
  onTestFinished(() => stored.mockRestore());
  const signIn = (id: string) =>
    stored.mockReturnValue({
      status: 'signed-in',
      user: { id, email: `${id}@example.com` },
      recovering: false,
    });
  signIn('asha');
  writeDraft('note', 'Asha’s own words');
  signIn('bina');
  expect(readDraft('note')).toBeUndefined();
  signIn('asha');
  expect(readDraft('note')?.text).toBe('Asha’s own words');
});
