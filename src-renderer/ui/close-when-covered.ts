import { createContext, useContext, useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** True while a panel such as the palette lies over everything else. */
export const Covered = createContext(false);

interface Closable {
  readonly close: () => void;
  readonly unmount: () => void;
}

/** For the root of a popup: what a panel comes to lie over is closed and not left open above it. */
export function useCloseWhenCovered(): RefObject<Closable | null> {
  const covered = useContext(Covered);
  const actions = useRef<Closable>(null);
  useEffect(() => {
    if (covered) actions.current?.close();
  }, [covered]);
  return actions;
}
