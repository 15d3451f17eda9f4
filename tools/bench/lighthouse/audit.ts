import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import * as z from 'zod';
import { findChromium } from '../../setup/chromium.mjs';

/** One run of Lighthouse on one page: scores from 0 to 100, times in milliseconds, and failed audits. */
export type Audit = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shift: number;
  /** Audits outside performance that did not pass, by name. */
  failed: string[];
};

const program = createRequire(import.meta.url).resolve('lighthouse/cli/index.js');

/**
 * Audits `url` with Lighthouse's mobile settings (a slow phone on slow 4G, both simulated from an unthrottled visit) in
 * a new browser with an empty cache.
 */
export async function audit(url: string): Promise<Audit> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices,seo',
      '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage',
    ],
    {
      env: { ...process.env, CHROME_PATH: findChromium() ?? '', CI: '1' },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const { categories, audits } = Report.parse(JSON.parse(stdout));
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const others = [categories.accessibility, categories['best-practices'], categories.seo];
  return {
    performance: percentOf(categories.performance),
    accessibility: percentOf(categories.accessibility),
    bestPractices: percentOf(categories['best-practices']),
    seo: percentOf(categories.seo),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    failed: others
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  };
}

const Category = z.object({
  score: z.number(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});

/** The fields of Lighthouse's report that we read. */
const Report = z.object({
  categories: z.object({
    performance: Category,
    accessibility: Category,
    'best-practices': Category,
    seo: Category,
  }),
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
});

function percentOf({ score }: z.output<typeof Category>): number {
  return Math.round(score * 100);
}
