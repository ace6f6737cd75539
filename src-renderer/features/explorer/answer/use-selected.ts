import { useState } from 'react';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { nothingSelected } from '#renderer/ui/data-table/selection.ts';
import type { Selection } from '#renderer/ui/data-table/selection.ts';

/** Which items of an answer are selected, in the order of the answer; another answer begins with none. */
export function useSelected(reading: string | undefined, items: readonly ReadItem[]) {
  const [kept, setKept] = useState({ reading, selected: nothingSelected });
  const selected = kept.reading === reading ? kept.selected : nothingSelected;
  return {
    selected,
    handles: items.map(({ handle }) => handle).filter((handle) => selected.has(handle)),
    select: (next: Selection) => setKept({ reading, selected: next }),
  };
}
