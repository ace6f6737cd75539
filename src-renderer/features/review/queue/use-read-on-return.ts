import { useEffect, useEffectEvent } from 'react';
import { momentOf } from './due.ts';
import type { ReviewQueue } from './review-queue.ts';

/** Whoever comes back to the list sees what has come meanwhile; not more than once a minute. */
export function useReadOnReturn({ readAt, isReading, readAgain }: ReviewQueue): void {
  const refresh = useEffectEvent(() => {
    const at = momentOf(readAt);
    if (at === null || isReading || document.hidden || Date.now() - at < oldMs) return;
    readAgain();
  });
  useEffect(() => refresh(), []);
}

const oldMs = 60_000;
