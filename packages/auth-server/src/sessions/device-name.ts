/** The first match counts: browsers also name the ones they derive from. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOP(R|T|iOS)\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUC ?Browser/, 'UC Browser'],
  [/\b(Miui|XiaoMi)/, 'Mi Browser'],
  [/\bInstagram\b/, 'Instagram'],
  [/\bFBA[NV]\//, 'Facebook'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (Mobile\/\w+ )?Safari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const;

/** Longer than any browser's: a stranger writes this header, and no pattern shall search 16 kB of it. */
const MAX_LENGTH = 512;

/**
 * A browser and its system, 'Chrome on Android', or null when neither is known. Only these words are stored: the
 * User-Agent itself, which a stranger may have written, is never displayed.
 */
export function deviceNameOf(userAgent: string | undefined): string | null {
  const searched = userAgent?.slice(0, MAX_LENGTH);
  const browser = nameIn(BROWSERS, searched);
  const system = nameIn(SYSTEMS, searched);
  if (!browser && !system) return null;
  return system ? `${browser ?? 'Browser'} on ${system}` : (browser ?? null);
}

function nameIn(known: readonly (readonly [RegExp, string])[], userAgent = ''): string | undefined {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1];
}
