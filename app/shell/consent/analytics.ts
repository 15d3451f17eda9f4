import { isAdmin } from './is-admin.ts';

declare global {
  interface Window {
    /** Defined by `CONSENT_DEFAULTS`. */
    gtag?: (...command: unknown[]) => void;
  }
}

/**
 * Loads the owner's Google tag once the visitor has consented, and reports every later change to it. The consent covers
 * what the banner asks for (decision 045): analytics, and the cookies that tell which ad led here. The tag sends Google
 * the URL. So it is not loaded in a document opened by an emailed link, whose URL can open an account, nor in the
 * admin, even if the visitor consents in another tab. It is disabled when a document that has loaded it shows the
 * admin.
 */
export function trackConsent(tag: string): () => void {
  const mayReport = !hasSecret(window.location);
  let reported = '';

  function apply() {
    const state = hasConsent() ? 'granted' : 'denied';
    if (state === reported) return;
    reported = state;
    window.gtag?.('consent', 'update', { analytics_storage: state, ad_storage: state });
    if (state === 'denied') deleteTagCookies();
    else if (mayReport && !isAdmin(window.location.pathname)) loadTag(tag);
  }

  // The choice may have been made earlier, or while this script was loading. With no choice, e.g. after the banner was
  // reopened, the tag's cookies are deleted.
  if (hasChosen()) apply();
  else deleteTagCookies();
  return onConsent(apply);
}

/**
 * The query parameters that hold a secret: those of our emailed links and of the auth protocol. The link to the
 * tracking page has its token in the path.
 */
const SECRET_PARAMETERS = ['token_hash', 'token', 'key', 'code'];

function hasSecret({ pathname, search }: Location): boolean {
  if (/^\/track\//i.test(pathname)) return true;
  const query = new URLSearchParams(search);
  return SECRET_PARAMETERS.some((name) => query.has(name));
}

const TAG_URL = 'https://www.googletagmanager.com/gtag/js?id=';

function loadTag(tag: string): void {
  if (document.querySelector(`script[src^="${TAG_URL}"]`)) return;
  disableInAdmin(tag);
  window.gtag?.('js', new Date());
  window.gtag?.('config', tag);
  const script = document.createElement('script');
  script.async = true;
  script.src = TAG_URL + encodeURIComponent(tag);
  document.head.append(script);
}

/**
 * The tag reports every new URL of a document, and those of the admin name customers. It reads this property before
 * each report (Google, "Disable Analytics"). The tag wraps `pushState` after this function does, and its `popstate`
 * listener runs after this one, so the property is set in time.
 */
function disableInAdmin(tag: string): void {
  const update = () => {
    Reflect.set(window, `ga-disable-${tag}`, isAdmin(window.location.pathname));
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = window.history[name].bind(window.history);
    window.history[name] = (...state) => {
      change(...state);
      update();
    };
  }
  window.addEventListener('popstate', update);
  update();
}

/** After withdrawal the tag's cookies are deleted, for this host and the domains above it. */
function deleteTagCookies(): void {
  const cookieNames = document.cookie.split('; ').map((cookie) => cookie.split('=', 1).join());
  const labels = window.location.hostname.split('.');
  const domains = labels.map((_, index) => `; domain=${labels.slice(index).join('.')}`);
  for (const name of cookieNames.filter((known) => /^_g(a|id|at|cl)/.test(known))) {
    for (const domain of ['', ...domains]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
      document.cookie = `${name}=; max-age=0; path=/${domain}`;
    }
  }
}

/** Whether the visitor has consented to optional cookies; `consent-script.ts` sets it as an attribute of the document. */
function hasConsent(): boolean {
  return document.documentElement.dataset.consent === 'accepted';
}

/** True for accepted or declined, false for 'unset'. */
function hasChosen(): boolean {
  return hasConsent() || document.documentElement.dataset.consent === 'declined';
}

/** Calls back when the choice changes, in this tab or another; returns a function that unsubscribes. */
function onConsent(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-consent'] });
  return () => observer.disconnect();
}
