import { createContext, useContext, useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** This is true while a panel such as the palette lies over everything else. */
export const Covered = createContext(false);

interface Closable {
  readonly close: () => void;
  readonly unmount: () => void;
}

/** Returns the actions ref for the root of a popup, which closes when a panel covers it. */
export function useCloseWhenCovered(): RefObject<Closable | null> {
  const covered = useContext(Covered);
  const actions = useRef<Closable>(null);
  useEffect(() => {
    if (covered) actions.current?.close();
  }, [covered]);
  return actions;
}
