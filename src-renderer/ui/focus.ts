import { useEffect } from 'react';
import { afterPaint } from './after-paint.ts';

/**
 * Moves the focus to the page's list when a pressed button disappears, so that it is not lost. A choice that
 * was only drawn again, as by a switch of views, gets it back, so that the arrow keys go on.
 */
export function usePageFocusKept(): void {
  useEffect(() => {
    const page = document.querySelector<HTMLElement>('main');
    if (page === null) return undefined;
    const goOn = (lost: Node | null) => {
      if (!isModalOpen()) (findChoiceAgain(page, lost) ?? pageStop())?.focus({ preventScroll: true });
    };
    const unwatch = watchFocus(page, goOn);
    return () => {
      // The whole page was removed, for example when a person switches to another user, so this waits for the
      // next page.
      if (unwatch().isLost) afterPaint(() => isFocusLost() && goOn(null));
    };
  }, []);
}

/** Finds the chosen option of the choice that has the name of the removed one. */
function findChoiceAgain(page: HTMLElement, lost: Node | null): HTMLElement | null {
  const removed = lost instanceof Element ? lost.closest('[role="radiogroup"]') : null;
  const name = removed?.getAttribute('aria-label') ?? '';
  if (name === '') return null;
  return page.querySelector(`[role="radiogroup"][aria-label="${CSS.escape(name)}"] input:checked`);
}

/** The document is observed because no event reports that the focused element was removed. */
export function watchFocus(
  root: HTMLElement,
  onLost: (lost: Node) => void,
): () => { readonly isLost: boolean } {
  let last: Node | null = root.contains(document.activeElement) ? document.activeElement : null;
  const note = (event: FocusEvent) => {
    last = event.target instanceof Node ? event.target : null;
  };
  const isLost = () => last?.isConnected === false && isFocusLost();
  const watch = new MutationObserver(() => {
    if (last?.isConnected !== false) return;
    if (isLost()) onLost(last);
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

/** Is true if the focused element is gone and no other element has the focus. */
export function isFocusLost(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body;
}

/** Returns the page's list, or else the element marked as its stop, or else the page itself. */
export function pageStop(): HTMLElement | null {
  const page = document.querySelector<HTMLElement>('main');
  return (
    page?.querySelector<HTMLElement>('[role="grid"][tabindex="0"]') ??
    page?.querySelector<HTMLElement>('[data-page-stop]') ??
    page
  );
}

/**
 * Is true if another dialog already has the focus. A closing dialog is removed only after its last frame, and
 * a dialog opened from it may be there before; the library would then move the focus behind the new dialog.
 */
export function isInAnotherModal(own: Element | null): boolean {
  const modal = document.activeElement?.closest('[data-modal]') ?? null;
  return modal !== null && modal !== own;
}

/** Is true while a modal dialog is open, when no key reaches the page behind it. */
export function isModalOpen(): boolean {
  return document.querySelector('[data-modal][data-open]') !== null;
}

/** Is true while a modal is open or fading out, so that the Escape that closes it does not reach the page as well. */
export function isModalThere(): boolean {
  return document.querySelector('[data-modal]') !== null;
}

/** Is true if nothing is focused, so that keys belong to the page. After a navigation the focus is on `main`. */
export function isNothingFocused(target: EventTarget | null): boolean {
  const isNowhere = target === document.body || (target instanceof Element && target.matches('main'));
  return isNowhere && !isModalOpen();
}
