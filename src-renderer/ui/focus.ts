import { useEffect } from 'react';
import { afterPaint } from './after-paint.ts';

/** Who presses a button that goes away with its press is in the list of the page, not nowhere. */
export function usePageFocusKept(): void {
  useEffect(() => {
    const page = document.querySelector<HTMLElement>('main');
    if (page === null) return undefined;
    const goOn = () => {
      if (!isModalOpen()) pageStop()?.focus({ preventScroll: true });
    };
    const unwatch = watchFocus(page, goOn);
    return () => {
      // Gone with all that it was in, as when somebody works on as another person: once the next one is drawn.
      if (unwatch().isLost) afterPaint(() => isFocusLost() && goOn());
    };
  }, []);
}

/** No event tells that what has the focus was taken out of the document. */
export function watchFocus(root: HTMLElement, onLost: () => void): () => { readonly isLost: boolean } {
  let last: Node | null = root.contains(document.activeElement) ? document.activeElement : null;
  const note = (event: FocusEvent) => {
    last = event.target instanceof Node ? event.target : null;
  };
  const isLost = () => last?.isConnected === false && isFocusLost();
  const watch = new MutationObserver(() => {
    if (last?.isConnected !== false) return;
    if (isLost()) onLost();
    else last = null;
  });
  root.addEventListener('focusin', note);
  watch.observe(root, { childList: true, subtree: true });
  return () => {
    watch.disconnect();
    root.removeEventListener('focusin', note);
    return { isLost: isLost() };
  };
}

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

/**
 * Whether another dialog has taken the focus already. One that closes is gone only after its last frame, and what
 * was opened from it may be there before: the library would take the focus from that, and leave it behind the dialog.
 */
export function isInAnotherModal(own: Element | null): boolean {
  const modal = document.activeElement?.closest('[data-modal]') ?? null;
  return modal !== null && modal !== own;
}

/** A modal dialog is open: what lies behind it hears no key, whatever has the focus. */
export function isModalOpen(): boolean {
  return document.querySelector('[data-modal][data-open]') !== null;
}

/** Open, or fading out: the Escape that closes it is not one for the page as well, whoever hears it first. */
export function isModalThere(): boolean {
  return document.querySelector('[data-modal]') !== null;
}

/** Keys that are pressed nowhere are the page's. Whoever has just gone to a page stands on its `main`. */
export function isNothingFocused(target: EventTarget | null): boolean {
  const isNowhere = target === document.body || (target instanceof Element && target.matches('main'));
  return isNowhere && !isModalOpen();
}
