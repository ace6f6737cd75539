import { useEffect, useState } from 'react';

const settleMs = 250;

/** What somebody has typed once they have stopped, so that not every key is a question. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
