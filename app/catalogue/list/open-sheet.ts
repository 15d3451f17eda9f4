/**
 * Opens a dialog that is a popover too. A modal dialog makes the page behind it inert, which restyles every element of the
 * page before the dialog can be seen. So it is painted as a popover first, which takes no focus and no clicks, and is
 * made modal after that.
 */
export function openSheet(sheet: HTMLDialogElement | null) {
  if (!sheet || sheet.open || sheet.inert) return;
  const painting = new AbortController();
  // A popover lets clicks through to the page, which looks covered already.
  addEventListener('click', ignore, { capture: true, signal: painting.signal });
  sheet.inert = true;
  sheet.popover = 'manual'; // Escape or a tap would close an automatic one
  sheet.showPopover();
  // A timer that starts with a frame ends after its paint.
  requestAnimationFrame(() =>
    setTimeout(() => {
      painting.abort();
      makeModal(sheet);
    }),
  );
}

function makeModal(sheet: HTMLDialogElement) {
  sheet.inert = false;
  // By Back, for example.
  if (!sheet.isConnected) return;
  sheet.hidePopover();
  sheet.popover = 'auto';
  sheet.showModal();
}

function ignore(event: Event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
