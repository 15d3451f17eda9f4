import { styleText } from 'node:util';

/** One measured thing. */
export type Line = {
  what: string;
  value: string;
  /** What it was measured against in the same run. */
  beside?: string;
  target?: Target;
};

export type Target = { text: string; met: boolean };

/** What one part of the bench found. Notes say how it was measured and what to make of it. */
export type Part = { title: string; lines: Line[]; notes: string[] };

export function atLeast(value: number, bound: number, unit = ''): Target {
  return { text: `≥ ${bound}${unit}`, met: value >= bound };
}

export function atMost(value: number, bound: number, unit = ''): Target {
  return { text: `≤ ${bound}${unit}`, met: value <= bound };
}

/** A part as a table that can be read in a terminal and pasted into a page. */
export function show({ title, lines, notes }: Part): string {
  const rows = lines.map(({ what, value, beside = '', target }) => [
    what,
    value,
    beside,
    target ? `${target.text} ${target.met ? 'met' : 'NOT MET'}` : '',
  ]);
  const table = [['', 'measured', 'beside it', 'target'], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const body = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [
    styleText('bold', title),
    ...body.map((row) => `  ${row}`),
    ...notes.map((note) => styleText('dim', `  · ${note}`)),
    '',
  ].join('\n');
}

/** The middle one; of an even number the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(
    Math.ceil(middle) - 1,
    Math.floor(middle) + 1,
  );
  return (low + high) / 2;
}

/** The value below which `share` (0 to 1) of them lie. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function fixed(value: number, digits: number, unit = ''): string {
  return value.toFixed(digits) + unit;
}

/** '120 to 140': how far the rounds lie apart. */
export function range(values: number[], digits: number): string {
  return `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
}
