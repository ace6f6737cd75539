import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ReviewKey } from '#shared/contract/review/document.ts';
import { focusedRow } from '../decide/focused-row.ts';

/** Asked for with each document anew; the focus goes into it once it is there. */
export function useCommentField(key: ReviewKey | undefined) {
  const field = useRef<HTMLInputElement>(null);
  const [askedFor, setAskedFor] = useState<ReviewKey>();
  const isAsked = key !== undefined && askedFor === key;
  useLayoutEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  const ask = useCallback(() => {
    setAskedFor(key);
    field.current?.focus();
  }, [key]);
  const leave = useCallback(() => {
    setAskedFor(undefined);
    const row = focusedRow();
    if (row === null) field.current?.blur();
    else row.focus({ preventScroll: true });
  }, []);
  return { field, isAsked, ask, leave };
}
