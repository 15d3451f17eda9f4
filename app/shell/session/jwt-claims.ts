/** Of an access token: the account's id, and how the shopper signed in. */
export type Claims = { sub?: unknown; aal?: unknown; amr?: unknown };

/** The claims of a JWT, whose middle part is JSON in base64url; nothing verifies them. An unreadable one has none. */
export function jwtClaims(token: string): Claims {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
