import { useState } from 'react';
import { nothingSelected } from '#renderer/ui/data-table/selection.ts';
import type { Selection } from '#renderer/ui/data-table/selection.ts';

/** What is selected of one list. Another list begins with nothing: what P would reach must be in sight. */
export function useSelectionOf(list: string) {
  const [selected, setSelected] = useState<Selection>(nothingSelected);
  const [listBefore, keepList] = useState(list);
  if (list !== listBefore) {
    keepList(list);
    setSelected(nothingSelected);
  }
  return [selected, setSelected] as const;
}
