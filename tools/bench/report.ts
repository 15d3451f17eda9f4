/** One measurement. */
export type Row = {
  what: string;
  measured: string;
  /** In the same run; or details of it. */
  comparedWith?: string;
  target?: Target;
};

type Target = { text: string; met: boolean };

export function atLeast(value: number, bound: number, unit = ''): Target {
  return { text: `≥ ${bound}${unit}`, met: value >= bound };
}

export function atMost(value: number, bound: number, unit = ''): Target {
  return { text: `≤ ${bound}${unit}`, met: value <= bound };
}

/** The rows of all parts as one table; its first line is the head. */
export function table(rows: [part: string, row: Row][]): string {
  const cells = rows.map(([part, { what, measured, comparedWith = '', target }]) => [
    ...[part, what, measured, comparedWith],
    target ? `${target.text} ${target.met ? 'met' : 'NOT MET'}` : '',
  ]);
  const lines = [['part', 'what', 'measured', 'compared with', 'target'], ...cells];
  const width = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  const widths = [0, 1, 2, 3, 4].map(width);
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
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

/** The value below which 95 of 100 lie. */
export function p95(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

/** '130 ms (120 to 140)': the median and the spread of the rounds. */
export function spread(values: number[], digits: number, unit = ''): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
  return `${middle.toFixed(digits)}${unit} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

/** Measures so many times, after once that warms up and does not count. */
export async function afterWarmUp<T>(rounds: number, measure: () => Promise<T>): Promise<T[]> {
  await measure();
  const measured: T[] = [];
  while (measured.length < rounds) measured.push(await measure());
  return measured;
}
