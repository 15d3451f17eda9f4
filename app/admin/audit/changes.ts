import type { AuditEntry } from '#contract/admin/audit.ts';

/** Counters and ids: in the log, and of no use to who reads it. */
const UNREADABLE: ReadonlySet<string> = new Set(['version', 'courier_id', 'good']);

/** An entry's changed fields as lines: 'role: packer → owner'. What was not there before, or is empty, is '–'. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name) => {
    if (UNREADABLE.has(name) || !(name in (after ?? {}))) return [];
    const [from, to] = [show(before?.[name]), show(after?.[name])];
    if (from === to) return [];
    const field = name.replaceAll('_', ' ');
    return before ? `${field}: ${from} → ${to}` : `${field}: ${to}`;
  });
}

function show(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
