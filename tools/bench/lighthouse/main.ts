import { parseArgs } from 'node:util';
import { describeMachine } from '../machine.ts';
import { atLeast, atMost, fixed, type Line, median, range, show, spread } from '../report.ts';
import { withBenchShop } from '../shop.ts';
import { type Audit, audit } from './audit.ts';

const PAGES = ['/', '/shop', '/product/1', '/about', '/contact'];

/**
 * `npm run bench:lighthouse` prints Lighthouse's mobile results for the public pages: medians of 5 runs, or of `--runs
 * N`. Paths as arguments limit it to those pages. With `--check` it exits with 1 when a target is missed.
 */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '5' },
      check: { type: 'boolean', default: false },
    },
  });
  const pages = positionals.length > 0 ? positionals : PAGES;
  console.log(`${describeMachine().join('\n')}\n`);
  const lines = (await auditAll(pages, Number(values.runs))).flatMap(describe);
  console.log(
    show({
      title: `Lighthouse, mobile, simulated: medians of ${values.runs}`,
      lines,
      notes: [
        'The pages are measured in turns. On a busy machine the paint times are more reliable than the score: Lighthouse',
        'multiplies the time the main thread was blocked by four, including what other work on the machine caused.',
      ],
    }),
  );
  const missed = lines.filter(({ target }) => target?.met === false);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

/** Alternates the pages, so that a busy minute of the machine affects all of them. */
async function auditAll(pages: string[], runs: number): Promise<[string, Audit[]][]> {
  const found = new Map(pages.map((page): [string, Audit[]] => [page, []]));
  await withBenchShop('lighthouse', async (shop) => {
    await warmUp(pages.map((page) => shop.url + page));
    for (let run = 0; run < runs; run += 1) {
      for (const [page, audits] of found) audits.push(await audit(shop.url + page));
    }
  });
  return [...found];
}

/**
 * Requests each page three times, so that it is rendered, cached and compressed best, as for all visitors but the first
 * two.
 */
async function warmUp(urls: string[]): Promise<void> {
  for (const url of [...urls, ...urls, ...urls]) {
    await (await fetch(url, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
  }
}

function describe([page, audits]: [string, Audit[]]): Line[] {
  const of = (what: (audit: Audit) => number) => audits.map(what);
  const score = (name: string, values: number[]): Line => ({
    what: `  ${name}`,
    value: `${median(values)} (${range(values, 0)})`,
    target: atLeast(median(values), 100),
  });
  const seconds = (values: number[]) =>
    spread(
      values.map((value) => value / 1000),
      2,
      ' s',
    );
  const largest = of(({ largestPaint }) => largestPaint);
  const shift = of(({ shift }) => shift);
  const failed = [...new Set(audits.flatMap((each) => each.failed))];
  return [
    { what: page, value: failed.length > 0 ? `fails ${failed.join(', ')}` : '' },
    score(
      'performance',
      of(({ performance }) => performance),
    ),
    score(
      'accessibility',
      of(({ accessibility }) => accessibility),
    ),
    score(
      'best practices',
      of(({ bestPractices }) => bestPractices),
    ),
    score(
      'SEO',
      of(({ seo }) => seo),
    ),
    {
      what: '  largest paint',
      value: seconds(largest),
      comparison: `first ${seconds(of(({ firstPaint }) => firstPaint))}`,
      target: atMost(median(largest) / 1000, 1.2, ' s'),
    },
    {
      what: '  layout shift',
      value: fixed(median(shift), 3),
      comparison: `blocked ${fixed(median(of(({ blocked }) => blocked)), 0)} ms`,
      target: atMost(median(shift), 0),
    },
  ];
}

await main();
