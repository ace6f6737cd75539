import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Long enough for what was just answered to ask what follows from it. */
const quietMs = 60;

/**
 * False until nothing more is being read, where `waits`: whoever comes with an id sees what it names first, and
 * its neighbours after that.
 */
export function useQuiet(waits: boolean): boolean {
  const [isQuiet, setQuiet] = useState(!waits);
  const isReading = useIsFetching() > 0;
  useEffect(() => {
    if (isQuiet || isReading) return undefined;
    const timer = setTimeout(() => setQuiet(true), quietMs);
    return () => clearTimeout(timer);
  }, [isQuiet, isReading]);
  return isQuiet;
}
