import { useCallback, useEffect, useState } from 'react';

/** How wide an element is; null before it was measured, which is before it is painted. */
export function useWidth() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState<number | null>(null);
  const measure = useCallback((next: HTMLElement | null) => {
    setElement(next);
    if (next !== null) setWidth(next.getBoundingClientRect().width);
  }, []);
  useEffect(() => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [measure, width] as const;
}
