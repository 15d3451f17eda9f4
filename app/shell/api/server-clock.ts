/** By how many milliseconds the server's clock was ahead of this device's at the last response. */
let ahead = 0;

/** Notes the server's time, from the Date header of one of its responses. @returns the response. */
export function noteServerTime(response: Response): Response {
  ahead = Date.parse(response.headers.get('date') ?? '') - Date.now() || ahead; // NaN without a date
  return response;
}

/**
 * The server's time in milliseconds, a second exact: to compare with times that the server sent. Clocks of phones are
 * hours off, or set while a page is open.
 */
export function serverNow(): number {
  return Date.now() + ahead;
}
