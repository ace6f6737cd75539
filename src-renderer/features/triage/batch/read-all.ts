import { useRef, useState } from 'react';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import type { DocumentPages } from './document-pages.ts';

export interface ReadingAll {
  /** How many were read so far; null while nothing is being read. */
  readonly at: number | null;
  /** Everything there is; null where it failed or was stopped, and what was read stays. */
  readonly readAll: () => Promise<readonly DocumentRow[] | null>;
  readonly stop: () => void;
}

/** Reads a list to its end, a page after the other, for as long as nobody stops it. */
export function useReadAll(pages: DocumentPages): ReadingAll {
  const [at, setAt] = useState<number | null>(null);
  const stopped = useRef(false);
  return {
    at,
    stop: () => {
      stopped.current = true;
    },
    readAll: async () => {
      stopped.current = false;
      let { rows, complete } = pages;
      setAt(rows.length);
      while (!complete && !stopped.current) {
        // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before has ended
        const next = await pages.readOn();
        if (next === null) break;
        ({ rows, complete } = next);
        setAt(rows.length);
      }
      setAt(null);
      return complete ? rows : null;
    },
  };
}
