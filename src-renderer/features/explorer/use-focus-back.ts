import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { isFocusLost } from '#renderer/ui/focus/page-stop.ts';

/** Whoever closes an item is back in the list; where the list lay under it, that cannot be before it is drawn. */
export function useFocusBack(desk: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && isFocusLost()) {
      desk.current?.querySelector<HTMLElement>('[data-answer] [role=grid]')?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [desk, isOpen]);
}
