import { useEffect, useState } from 'react';

const tickMs = 1_000;

/** The time, told once a second while somebody looks; not at all where nothing counts down. */
export function useNow(ticks = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticks) return undefined;
    const tick = () => {
      if (!document.hidden) setNow(Date.now());
    };
    tick();
    const timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [ticks]);
  return now;
}
