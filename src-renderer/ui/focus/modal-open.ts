/** A modal dialog is open: what lies behind it hears no key, whatever has the focus. */
export function isModalOpen(): boolean {
  return document.querySelector('[data-modal][data-open]') !== null;
}

/** Open, or fading out: the Escape that closes it is not one for the page as well, whoever hears it first. */
export function isModalThere(): boolean {
  return document.querySelector('[data-modal]') !== null;
}
