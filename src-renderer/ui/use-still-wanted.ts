import { useEffect, useRef } from 'react';

/**
 * Begins to wait for an answer on which something opens, and returns whether it is still wanted: it no longer is once
 * another one was begun, `place` has changed or the component is gone.
 */
export function useStillWanted(place: string): () => () => boolean {
  const newest = useRef<{ readonly place: string } | null>(null);
  useEffect(() => {
    if (newest.current?.place !== place) newest.current = null;
  }, [place]);
  useEffect(
    () => () => {
      newest.current = null;
    },
    [],
  );
  return () => {
    const waiting = { place };
    newest.current = waiting;
    return () => newest.current === waiting;
  };
}
