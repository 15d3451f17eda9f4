/**
 * An inline script for the document's head, if the owner has a Google tag: Consent Mode v2 starts with everything
 * denied, before any other script. The tag itself loads only after consent (analytics.ts).
 */
export const CONSENT_DEFAULTS =
  "window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag('consent','default',{ad_storage:'denied',ad_user_data:'denied',ad_personalization:'denied',analytics_storage:'denied'})";
