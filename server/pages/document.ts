import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import { CHECKOUT_SOURCES } from '@aparajita/razorpay';
import { mergeSources, TAG_SOURCES } from './analytics-policy.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { inlineStyle } from './critical-css/inline-style.ts';
import type { Sheet } from './critical-css/style-sheet.ts';
import { deferHydration } from './defer-hydration.ts';
import { hashOf, takeOwnInline } from './inline-scripts.ts';
import { bytesOf, byteText } from './latin1.ts';

/** A finished page: rendered, compressed and hashed once, then answered any number of times. */
export type Document = {
  status: number;
  /** Where a redirect leads; null for a page. */
  location: string | null;
  etag: string;
  policy: string;
  /** On the page where one pays: banks open windows of their own, which must be able to answer. */
  openerPolicy?: 'same-origin-allow-popups';
  plain: Uint8Array<ArrayBuffer>;
  /** Compressed quickly for the first who asks; once a second has asked, as small as it gets from then on. */
  brotli(): Uint8Array<ArrayBuffer>;
  /** For the few that take no brotli: compressed when the first of them asks. */
  gzip(): Promise<Uint8Array<ArrayBuffer>>;
};

export type DocumentOptions = {
  /** What the renderer has marked its own scripts with. */
  nonce: string;
  /** Further inline scripts that may run, as their text. */
  allowedScripts?: readonly string[];
  /** Where the browser may connect besides the shop itself. */
  connectTo: string[];
  /** The script that starts the page's own scripts; null for a page without any. */
  hydrateLater: string | null;
  /** Reads a built style sheet; absent in development, where Vite changes it under the page. */
  sheetAt?: (href: string) => Promise<Sheet>;
  /** Whether the payment gateway's window opens on this page. */
  opensGateway?: boolean;
  /** Whether the owner's Google tag may load in this page. */
  loadsTag?: boolean;
};

/** Makes a document of a rendered response. */
export async function finishDocument(
  rendered: Response,
  options: DocumentOptions,
): Promise<Document> {
  const { nonce, allowedScripts = [], connectTo, hydrateLater, sheetAt } = options;
  const { opensGateway = false, loadsTag = false } = options;
  const text = byteText(await rendered.arrayBuffer());
  const isPage = rendered.headers.get('content-type')?.startsWith('text/html') ?? false;
  // A redirect has no scripts either.
  const deferred =
    isPage && hydrateLater ? deferHydration(text, byteText(hydrateLater), nonce) : text;
  const { html: bare, own } = takeOwnInline(deferred, nonce);
  const { html, style } = sheetAt ? await inlineStyle(bare, sheetAt) : { html: bare, style: null };
  const hashes = {
    scripts: [...allowedScripts.map((script) => hashOf(byteText(script))), ...own.scripts],
    styles: [...(style === null ? [] : [hashOf(style)]), ...own.styles],
  };
  const sources = mergeSources(opensGateway ? CHECKOUT_SOURCES : {}, loadsTag ? TAG_SOURCES : {});
  const plain = bytesOf(html);
  return {
    status: rendered.status,
    location: rendered.headers.get('location'),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    policy: contentSecurityPolicy(hashes, connectTo, sources),
    ...(opensGateway && { openerPolicy: 'same-origin-allow-popups' }),
    plain,
    brotli: smallerWhenWanted(new Uint8Array(brotliCompressSync(plain, brotliAt(2))), () =>
      compressBrotli(plain, brotliAt(11)),
    ),
    gzip: once(async () => new Uint8Array(await compressGzip(plain))),
  };
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/**
 * Quality 2 takes 0.4 ms for a page, which its first visitor waits for: less than handing it to another thread is worth.
 * 5 would take 1.3 ms and still not fit into the network's first window. 11 takes 55 ms beside the event loop, makes it
 * a fifth smaller and fits. The brotli window is no larger than a page needs: the usual one has brotli clear
 * megabytes of memory each time.
 */
const brotliAt = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 17 },
});

function smallerWhenWanted(
  quick: Uint8Array<ArrayBuffer>,
  press: () => Promise<Uint8Array<ArrayBuffer>>,
): () => Uint8Array<ArrayBuffer> {
  let best = quick;
  let asked = 0;
  return () => {
    asked += 1;
    if (asked === 2) {
      press().then(
        (small) => {
          best = new Uint8Array(small);
        },
        () => {}, // what there is will do
      );
    }
    return best;
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
