import { useEffectEvent, useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/** Mod+Enter from anywhere on the page; in a field Enter alone does it. */
export function useAskKey(pane: RefObject<HTMLElement | null>, ask: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    // Under a dialog that covers the page nothing else may happen.
    if (pane.current?.closest('[aria-hidden=true]') !== null) return;
    event.preventDefault();
    if (!event.repeat) ask();
  });
  // A layout effect: what can be seen is heard from the same moment.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
