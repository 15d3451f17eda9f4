/**
 * Opens a dialog that is a popover too: as a popover at once, and as a modal dialog after it was painted. A modal dialog
 * makes the page behind it inert, which restyles every element of the page before the dialog can be seen.
 */
export function openSheet(sheet: HTMLDialogElement | null) {
  sheet?.showPopover();
  // A timer that starts with a frame ends after its paint.
  requestAnimationFrame(() => setTimeout(makeModal, 0, sheet));
}

function makeModal(sheet: HTMLDialogElement | null) {
  // It may have been closed in that moment.
  if (!sheet?.matches(':popover-open')) return;
  sheet.hidePopover();
  sheet.showModal();
}
