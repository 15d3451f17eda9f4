/**
 * An inline script for the document's head, where the owner has a Google tag: Consent Mode v2 begins with everything
 * denied, before anything else can run. The tag itself comes with a consent only (analytics.ts).
 */
export const CONSENT_DEFAULTS =
  "window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag('consent','default',{ad_storage:'denied',ad_user_data:'denied',ad_personalization:'denied',analytics_storage:'denied'})";
