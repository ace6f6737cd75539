import { useEffect } from 'react';
import { afterPaint } from '../after-paint.ts';
import { isModalOpen } from './modal-open.ts';
import { isFocusLost, pageStop } from './page-stop.ts';
import { watchFocus } from './watch-focus.ts';

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
