import { useEffect, useState } from 'react';

/** A read that answers sooner than this never flashes a skeleton. */
export const skeletonDelayMs = 120;

export function useDelayed(delayMs: number): boolean {
  const [passed, setPassed] = useState(delayMs <= 0);
  useEffect(() => {
    if (delayMs <= 0) return undefined;
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return passed;
}
