import { useCallback, useEffect, useState } from 'react';

/** Measures the width of an element, which is null only before the first paint. */
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
