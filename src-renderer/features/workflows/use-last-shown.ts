import { useState } from 'react';

/** What was there last: a dialog must not be empty on its way out, nor a page while something else is read. */
export function useLastShown<T>(shown: T | null): T | null {
  const [last, setLast] = useState(shown);
  if (shown !== null && shown !== last) setLast(shown);
  return shown ?? last;
}
