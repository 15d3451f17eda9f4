import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Contrast ratios of the pairs that carry text, read from tokens.css (WCAG 2.2, 1.4.3: 4.5 for text). */
const GROUNDS = [
  'page',
  'surface',
  'surface-muted',
  'surface-accent',
  'tertiary-container',
  'hero-surface',
];
const TEXTS = ['foreground', 'body', 'muted', 'primary', 'tertiary', 'danger', 'success'];
const BADGES = ['yellow', 'blue', 'purple', 'indigo', 'green', 'red', 'neutral'];
const PAIRS: [text: string, ground: string][] = [
  ...GROUNDS.flatMap((ground) => TEXTS.map((text): [string, string] => [text, ground])),
  ...BADGES.map((tone): [string, string] => [`badge-${tone}`, `badge-${tone}-ground`]),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-highlight', 'highlight'],
  ['on-inverse', 'inverse'],
  ['on-inverse', 'inverse-raised'],
  ['on-inverse', 'inverse-danger'],
  ['on-inverse-muted', 'inverse'],
  ['on-inverse-muted', 'inverse-raised'],
  ['inverse-tertiary', 'inverse'],
];

const COLOUR_CLASS =
  /(?<=[\s"'`:])(?:bg|text|border(?:-[trblxy])?|divide|ring|fill|stroke|outline|decoration)-([a-z][a-z-]*)(?=[\s"'`/])/g;
/** What else these classes set: sides, alignment, kinds of lines. */
const NO_COLOURS = ['b', 'l', 't', 'y', 'left', 'center', 'right', 'balance', 'none', 'dotted'];

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [byDay = '', byNight = ''] = css.split('@media screen and (prefers-color-scheme: dark)');
const day = colours(byDay);
const night = { ...day, ...colours(byNight) };

describe.each([
  ['by day', day],
  ['by night', night],
])('%s', (_name, palette) => {
  test.each(PAIRS)('%s is readable on %s', (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(GROUNDS)('the border of a field is visible on %s', (ground) => {
    expect(contrast(palette['border-strong'], palette[ground])).toBeGreaterThanOrEqual(3);
  });
});

test.each(GROUNDS.filter((ground) => ground !== 'surface-accent'))(
  'by night, where shadows are not seen, a card has an edge on %s',
  (ground) => {
    expect(contrast(night.border, night[ground])).toBeGreaterThanOrEqual(2);
  },
);

/** Tailwind makes nothing of a class with an unknown colour, and a browser nothing of an unknown variable. */
test('every colour that a component or a style sheet names is one of these', () => {
  const known = new Set([...names(css, /--(?:color|text)-([\w-]+):/g), ...NO_COLOURS]);
  const unknown = globSync('app/**/*.{ts,tsx,css}', { exclude: ['**/*.test.{ts,tsx}'] }).flatMap(
    (file) => {
      const text = readFileSync(file, 'utf8');
      const named = [...names(text, COLOUR_CLASS), ...names(text, /var\(--color-([\w-]+)/g)];
      return named.filter((name) => !known.has(name)).map((name) => `${file}: ${name}`);
    },
  );
  expect(unknown).toEqual([]);
});

function names(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

function colours(text: string): Record<string, string> {
  const found = text.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

function contrast(one = '', other = ''): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
