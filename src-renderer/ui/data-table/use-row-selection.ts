import { useMemo, useRef } from 'react';
import {
  countSelected,
  nothingSelected,
  selectRange,
  shareSelected,
  toggleOne,
  toggleShown,
  type Selection,
  type SelectionCount,
  type SelectedShare,
} from './selection.ts';
import { useControllable } from './use-controllable.ts';

export interface RowSelection {
  readonly selected: Selection;
  readonly share: SelectedShare;
  readonly count: SelectionCount;
  readonly toggle: (id: string) => void;
  /** From the row toggled last to this one. */
  readonly toggleTo: (id: string) => void;
  readonly toggleShown: () => void;
  readonly clear: () => void;
}

export function useRowSelection(
  loaded: readonly string[],
  shown: readonly string[],
  controlled: Selection | undefined,
  onChange: ((selected: Selection) => void) | undefined,
): RowSelection {
  const [selected, setSelected] = useControllable(controlled, onChange, nothingSelected);
  const anchor = useRef<string | undefined>(undefined);
  const share = useMemo(() => shareSelected(selected, shown), [selected, shown]);
  const count = useMemo(() => countSelected(selected, loaded, shown), [selected, loaded, shown]);
  return {
    selected,
    share,
    count,
    toggle: (id) => {
      anchor.current = id;
      setSelected(toggleOne(selected, id));
    },
    toggleTo: (id) => setSelected(selectRange(selected, shown, anchor.current, id)),
    toggleShown: () => setSelected(toggleShown(selected, shown)),
    clear: () => {
      anchor.current = undefined;
      setSelected(nothingSelected);
    },
  };
}
