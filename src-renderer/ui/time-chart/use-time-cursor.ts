import { useState } from 'react';
import { periodOf, startOf, type TimeSpan } from './time-lines.ts';

/** The period that is read. It is kept as a time: after the next reading the same place would be another. */
export function useTimeCursor(
  span: TimeSpan | undefined,
): readonly [cursor: number | null, onCursor: (period: number | null) => void] {
  const [at, setAt] = useState<number | null>(null);
  return [
    at === null || span === undefined ? null : periodOf(at, span),
    (period) => setAt(period === null || span === undefined ? null : startOf(span, period)),
  ];
}
