import { useEffect, useEffectEvent } from 'react';
import { watchFocus } from './watch-focus.ts';

/** Draws nothing. What is inside one element keeps the focus inside it: there `next` takes it. */
export function FocusKeptIn({ next }: { readonly next: () => HTMLElement | null }) {
  const take = useEffectEvent(() => next());
  useEffect(() => {
    const root = take();
    if (root === null) return undefined;
    const unwatch = watchFocus(root, () => take()?.focus({ preventScroll: true }));
    return () => void unwatch();
  }, []);
  return null;
}
