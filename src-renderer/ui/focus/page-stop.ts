/** What had the focus is gone, and nothing has it now. */
export function isFocusLost(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body;
}

/** Where people go on: the list of the page, else the button that fills it, else the page. */
export function pageStop(): HTMLElement | null {
  const page = document.querySelector<HTMLElement>('main');
  return (
    page?.querySelector<HTMLElement>('[role="grid"][tabindex="0"]') ??
    page?.querySelector<HTMLElement>('[data-page-stop]') ??
    page
  );
}
