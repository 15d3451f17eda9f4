import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzip,
} from 'node:zlib';
import { Semaphore } from '@aparajita/postgres/semaphore';
import { CHECKOUT_SOURCES } from '@aparajita/razorpay';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { inlineStyle } from './critical-css/inline-style.ts';
import type { StyleSheet } from './critical-css/style-sheet.ts';
import { deferHydration } from './defer-hydration.ts';
import { hashInlineElements } from './inline-scripts.ts';
import { bytesOf, fromLatin1, toLatin1 } from './latin1.ts';

/** The sources of a Google tag, from Google's guide to tags under a Content-Security-Policy. */
const TAG_SOURCES: Readonly<Record<string, string>> = {
  'script-src': 'https://www.googletagmanager.com',
  'connect-src':
    'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
  'img-src': 'https://www.googletagmanager.com https://*.google-analytics.com',
};

/** A finished page: rendered, compressed and hashed once, then served any number of times. */
export type Document = {
  status: number;
  /** The target of a redirect; null for a page. */
  location: string | null;
  etag: string;
  policy: string;
  /** On the payment page: banks open windows that must be able to message it. */
  openerPolicy?: 'same-origin-allow-popups';
  /** For clients without compression: decompressed for each such request, so that cached pages take less memory. */
  plain(): Uint8Array<ArrayBuffer>;
  /** Quickly compressed for the first request; the second request starts the best compression for later ones. */
  brotli(): Uint8Array<ArrayBuffer>;
  /** For the few clients without brotli: compressed at the first such request. */
  gzip(): Promise<Uint8Array<ArrayBuffer>>;
};

type DocumentOptions = {
  /** The nonce on the renderer's own scripts. */
  nonce: string;
  /** The rendered page; absent when the response has it as its body. */
  markup?: string;
  /** The hashes of further inline scripts that may run. */
  allowedScripts?: readonly string[];
  /** The script that starts the page's own scripts (a latin1 string); null for a page without any. */
  hydrationScript: string | null;
  /** The URLs of files that the page's scripts import dynamically at once. */
  lazyFiles?: readonly string[];
  /** Reads a built style sheet; absent in development, where Vite replaces styles in the open page. */
  readStyleSheet?: (href: string) => Promise<StyleSheet>;
  /** Whether the payment gateway's window opens on this page. */
  opensGateway?: boolean;
  /** Whether the owner's Google tag may load in this page. */
  loadsGoogleTag?: boolean;
};

/** Makes a document from a rendered response. */
export async function finishDocument(
  rendered: Response,
  options: DocumentOptions,
): Promise<Document> {
  const { nonce, allowedScripts = [], readStyleSheet } = options;
  const { hydrationScript, lazyFiles = [] } = options;
  const { opensGateway = false, loadsGoogleTag = false } = options;
  const text = toLatin1(options.markup ?? (await rendered.arrayBuffer()));
  const isPage = rendered.headers.get('content-type')?.startsWith('text/html') ?? false;
  // A redirect has no scripts either.
  const deferred =
    isPage && hydrationScript ? deferHydration(text, hydrationScript, nonce, lazyFiles) : text;
  const { html: bare, own } = hashInlineElements(deferred, nonce);
  const { html, style } = readStyleSheet
    ? await inlineStyle(withoutDiscovery(bare), readStyleSheet)
    : { html: bare, style: null };
  const hashes = {
    scripts: [...allowedScripts, ...own.scripts],
    styles: [...(style === null ? [] : [style.hash]), ...own.styles],
  };
  const sources = mergeSources(
    opensGateway ? CHECKOUT_SOURCES : {},
    loadsGoogleTag ? TAG_SOURCES : {},
  );
  const quick = bytesOf(brotliCompressSync(fromLatin1(html), brotliAt(1)));
  const plain = weakCached(() => bytesOf(brotliDecompressSync(quick)));
  return {
    status: rendered.status,
    location: rendered.headers.get('location'),
    etag: `"${hash('sha256', quick, 'base64url').slice(0, 22)}"`,
    policy: contentSecurityPolicy(hashes, sources),
    ...(opensGateway && { openerPolicy: 'same-origin-allow-popups' }),
    plain,
    brotli: recompressOnDemand(quick, () =>
      compressing.run(() => compressBrotli(plain(), brotliAt(11))),
    ),
    gzip: once(async () => bytesOf(await compressGzip(plain()))),
  };
}

/**
 * Without React Router's marks of links whose routes it fetches when they are in view: the shop's pages have all routes
 * from the start, and nothing reads the marks. Not in development, where React compares all attributes.
 */
function withoutDiscovery(html: string): string {
  return html.replaceAll(' data-discover="true"', '');
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/**
 * Quality 1 takes about 0.2 ms for a page, while its first visitor waits: less than the cost of passing it to another
 * thread. For a product's page, quality 0 makes 0.5 kB more in about the same time, quality 2 1.3 kB less in twice the
 * time, quality 5 3.4 kB less in 1.0 ms: none fits TCP's initial congestion window (about 14 kB), each takes one more
 * round trip. Quality 11 takes 55 ms off the event loop and fits. LGWIN is no larger than a page needs: with the
 * default, brotli clears megabytes of memory each time. The last two parameters were found by trying all values: they
 * make a product's page 55 bytes smaller.
 */
const brotliAt = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 17,
    [constants.BROTLI_PARAM_LGBLOCK]: 16,
    [constants.BROTLI_PARAM_NPOSTFIX]: 2,
  },
});

/**
 * Each thread that compresses at quality 11 takes about 12 MiB, most of which it keeps: 24 pages at once took 63 MiB at
 * most, one after the other 17.
 */
const compressing = new Semaphore(1);

function recompressOnDemand(
  quick: Uint8Array<ArrayBuffer>,
  compressBest: () => Promise<Buffer<ArrayBuffer>>,
): () => Uint8Array<ArrayBuffer> {
  let best = quick;
  let requests = 0;
  return () => {
    requests += 1;
    if (requests === 2) {
      compressBest().then(
        (small) => {
          best = bytesOf(small);
        },
        () => {}, // keep the quickly compressed one
      );
    }
    return best;
  };
}

/**
 * Keeps what was made until the garbage collector needs its memory. 200 requests without compression, one after the
 * other, otherwise left 13 MiB of decompressed pages, and V8 lets such memory grow to tens of MiB before it collects.
 */
function weakCached<Value extends object>(make: () => Value): () => Value {
  let ref: WeakRef<Value> | undefined;
  return () => {
    const cached = ref?.deref();
    if (cached) return cached;
    const value = make();
    ref = new WeakRef(value);
    return value;
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Merges several such tables. */
function mergeSources(...tables: Readonly<Record<string, string>>[]): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const [directive, sources] of tables.flatMap(Object.entries)) {
    merged[directive] = merged[directive] ? `${merged[directive]} ${sources}` : sources;
  }
  return merged;
}
