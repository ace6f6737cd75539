/** The place of the open document that has the keys of the page, to come back to from elsewhere. */
export function focusedRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-place][tabindex="0"]');
}
