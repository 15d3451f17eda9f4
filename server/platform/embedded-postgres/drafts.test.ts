import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDraft, dropAbandonedDrafts } from './drafts.ts';

const NEVER_GIVEN = 2 ** 30;

let dir: string;

beforeEach(() => {
  dir = path.join(mkdtempSync(path.join(tmpdir(), 'drafts-')), 'data');
});

afterEach(() => rmSync(path.dirname(dir), { recursive: true }));

test('what a process of the same number left (a restarted container) is begun afresh', () => {
  leaveDraft(process.pid);
  expect(readdirSync(claimDraft(dir) ?? '')).toEqual([]);
});

test('of two living processes the lower number makes the database', () => {
  leaveDraft(1);
  expect(claimDraft(dir)).toBeUndefined();
  expect(readdirSync(path.dirname(dir))).toEqual(['data.init-1']);
});

test('nobody waits for ever: the number may belong to something else by now', () => {
  const old = leaveDraft(1);
  utimesSync(old, 0, 0);
  expect(claimDraft(dir)).toBeDefined();
});

test('what a killed process left is removed', () => {
  const abandoned = leaveDraft(NEVER_GIVEN);
  const alive = leaveDraft(1);
  dropAbandonedDrafts(dir);
  expect([abandoned, alive].map((draft) => existsSync(draft))).toEqual([false, true]);
});

function leaveDraft(pid: number): string {
  const draft = `${dir}.init-${pid}`;
  mkdirSync(draft);
  writeFileSync(path.join(draft, 'half'), '');
  return draft;
}
