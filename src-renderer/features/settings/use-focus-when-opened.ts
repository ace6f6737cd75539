import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

interface FocusWhenOpened {
  /** For the words that take the place of the button. */
  readonly opened: RefObject<HTMLSpanElement | null>;
  readonly expectFocus: (connectionId: string) => void;
}

/** The button that opened a connection goes away; who pressed it is left at what replaced it. */
export function useFocusWhenOpened(openConnectionId: string): FocusWhenOpened {
  const opened = useRef<HTMLSpanElement>(null);
  const expected = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (expected.current !== openConnectionId) return;
    expected.current = undefined;
    opened.current?.focus();
  }, [openConnectionId]);
  return {
    opened,
    expectFocus: (connectionId) => {
      expected.current = connectionId;
    },
  };
}
