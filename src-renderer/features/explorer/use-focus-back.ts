import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';

/** Whoever closes an item is back in the list; where the list lay under it, that cannot be before it is drawn. */
export function useFocusBack(desk: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  const isLost = useEffectEvent(() => {
    const at = document.activeElement;
    return at === document.body || at === null;
  });
  useEffect(() => {
    if (wasOpen.current && !isOpen && isLost()) {
      desk.current?.querySelector<HTMLElement>('[data-answer] [role=grid]')?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [desk, isOpen]);
}
