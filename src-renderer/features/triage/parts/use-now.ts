import { useEffect, useState } from 'react';

const tickMs = 1_000;

/** The time, told once a second while somebody looks; only what shows an age should ask. */
export function useNow(everyMs = tickMs): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => {
      if (!document.hidden) setNow(Date.now());
    };
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return now;
}
