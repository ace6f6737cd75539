import { useEffect, useLayoutEffect, useRef } from 'react';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import { pageStop } from '#renderer/ui/focus/page-stop.ts';

/** Who has the focus after the dialog: who had it before, and where that is gone the list. */
export function useFocusAfter(isOpen: boolean): () => HTMLElement | null {
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement;
  }, [isOpen]);
  return () => {
    const { current } = before;
    const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body;
    return isThere ? current : pageStop();
  };
}

/**
 * Draws nothing. What opened the dialog it is in may do nothing any more when that has faded out, since the job has
 * taken what it was about: the list is what people go on with then.
 */
export function FocusKept() {
  useEffect(
    () => () => {
      afterPaint(() => {
        const focused = document.activeElement;
        const isLost = focused === null || focused === document.body || focused.ariaDisabled === 'true';
        if (isLost && document.querySelector('[role="dialog"]') === null) pageStop()?.focus();
      });
    },
    [],
  );
  return null;
}
