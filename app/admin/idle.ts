/** After this many milliseconds without a touch or a key, requests count as automatic. */
const IDLE_AFTER_MS = 60_000;

let touchedAt = Date.now();

const touched = () => {
  touchedAt = Date.now();
};
if (typeof window !== 'undefined') {
  // 'click' and 'input' for people who use voice control or a switch.
  for (const event of ['pointerdown', 'keydown', 'click', 'input'])
    window.addEventListener(event, touched, { capture: true, passive: true });
}

/** Whether nobody has used this page recently. */
export function isIdle(): boolean {
  return Date.now() - touchedAt > IDLE_AFTER_MS;
}
