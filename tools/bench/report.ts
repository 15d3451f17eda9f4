import { styleText } from 'node:util';

/** One measurement. */
export type Line = {
  what: string;
  value: string;
  /** What it is compared with in the same run, or details of it. */
  comparison?: string;
  target?: Target;
};

type Target = { text: string; met: boolean };

/** The results of one part of the bench. Notes explain how it was measured and how to read it. */
export type Part = { title: string; lines: Line[]; notes: string[] };

export function atLeast(value: number, bound: number, unit = ''): Target {
  return { text: `≥ ${bound}${unit}`, met: value >= bound };
}

export function atMost(value: number, bound: number, unit = ''): Target {
  return { text: `≤ ${bound}${unit}`, met: value <= bound };
}

/** A part as a table for a terminal or a web page. */
export function show({ title, lines, notes }: Part): string {
  const rows = lines.map(({ what, value, comparison = '', target }) => [
    what,
    value,
    comparison,
    target ? `${target.text} ${target.met ? 'met' : 'NOT MET'}` : '',
  ]);
  const table = [['', 'measured', 'compared with', 'target'], ...rows];
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

/** The middle value; of an even number the mean of the middle two. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(
    Math.ceil(middle) - 1,
    Math.floor(middle) + 1,
  );
  return (low + high) / 2;
}

/** The value below which a `share` (0 to 1) of the values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function fixed(value: number, digits: number, unit = ''): string {
  return value.toFixed(digits) + unit;
}

/** '130 ms (120 to 140)': the median and the spread of the rounds. */
export function spread(values: number[], digits: number, unit = ''): string {
  return `${fixed(median(values), digits, unit)} (${range(values, digits)})`;
}

/** '120 to 140': the spread of the rounds. */
export function range(values: number[], digits: number): string {
  return `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
}

/** Measures so many times, after once that warms up and does not count. */
export async function afterWarmUp<T>(rounds: number, measure: () => Promise<T>): Promise<T[]> {
  await measure();
  const measured: T[] = [];
  while (measured.length < rounds) measured.push(await measure());
  return measured;
}
