/** After this time without user input, requests count as automatic. */
const UNATTENDED_AFTER_MS = 60_000;

let lastInputAt = Date.now();

const onInput = () => {
  lastInputAt = Date.now();
};
if (typeof window !== 'undefined') {
  // 'click' and 'input' for people who use voice control or a switch.
  for (const event of ['pointerdown', 'keydown', 'click', 'input'])
    window.addEventListener(event, onInput, { capture: true, passive: true });
}

/** Whether there was no user input on this page recently. */
export function isUnattended(): boolean {
  const since = Date.now() - lastInputAt;
  return since > UNATTENDED_AFTER_MS || since < 0; // less than 0: the clock was set back
}
