import { useState } from 'react';

/**
 * Returns the last value that was not null, so that a closing dialog is not empty, nor a page while another
 * value is read.
 */
export function useLastShown<T>(shown: T | null): T | null {
  const [last, setLast] = useState(shown);
  if (shown !== null && shown !== last) setLast(shown);
  return shown ?? last;
}
