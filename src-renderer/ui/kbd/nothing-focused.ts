import { isModalOpen } from '../focus/modal-open.ts';

/** Keys that are pressed nowhere are the page's. Whoever has just gone to a page stands on its `main`. */
export function isNothingFocused(target: EventTarget | null): boolean {
  const isNowhere = target === document.body || (target instanceof Element && target.matches('main'));
  return isNowhere && !isModalOpen();
}
