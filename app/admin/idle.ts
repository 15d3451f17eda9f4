/** After so many milliseconds without a touch or a key, requests are what the page asks for by itself. */
const IDLE_AFTER_MS = 60_000;

let touchedAt = Date.now();

const touched = () => {
  touchedAt = Date.now();
};
if (typeof window !== 'undefined') {
  // 'click' and 'input' for whoever presses and writes by voice or by a switch.
  for (const event of ['pointerdown', 'keydown', 'click', 'input'])
    window.addEventListener(event, touched, { capture: true, passive: true });
}

/** Whether nobody has touched this page lately. */
export function isIdle(): boolean {
  return Date.now() - touchedAt > IDLE_AFTER_MS;
}
