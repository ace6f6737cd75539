import { useCallback, useMemo, useRef, useState } from 'react';

export interface RowSelection {
  readonly selected: Selection;
  readonly share: SelectedShare;
  readonly count: SelectionCount;
  readonly toggle: (id: string) => void;
  /** Selects from the row that was toggled last to this one. */
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

export type Selection = ReadonlySet<string>;

export const nothingSelected: Selection = new Set();

export function toggleOne(selected: Selection, id: string): Selection {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/**
 * Gives every row from the anchor to the target the state of the anchor, as in a mail list, for Shift+X.
 * Without an anchor in view it toggles only the target.
 */
export function selectRange(
  selected: Selection,
  order: readonly string[],
  anchor: string | undefined,
  target: string,
): Selection {
  const from = anchor === undefined ? -1 : order.indexOf(anchor);
  const to = order.indexOf(target);
  if (anchor === undefined || from === -1 || to === -1) return toggleOne(selected, target);
  const next = new Set(selected);
  const adding = selected.has(anchor);
  for (const id of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (adding) next.add(id);
    else next.delete(id);
  }
  return next;
}

/**
 * Selects every shown row for the head's checkbox, or clears them if all were selected. Hidden rows keep
 * their state.
 */
export function toggleShown(selected: Selection, shown: readonly string[]): Selection {
  const next = new Set(selected);
  const adding = shareSelected(selected, shown) !== 'all';
  for (const id of shown) {
    if (adding) next.add(id);
    else next.delete(id);
  }
  return next;
}

type SelectedShare = 'none' | 'some' | 'all';

export function shareSelected(selected: Selection, shown: readonly string[]): SelectedShare {
  if (selected.size === 0 || shown.length === 0) return 'none';
  let count = 0;
  for (const id of shown) if (selected.has(id)) count += 1;
  if (count === 0) return 'none';
  return count === shown.length ? 'all' : 'some';
}

export interface SelectionCount {
  readonly loaded: number;
  readonly hidden: number;
  readonly notLoaded: number;
}

/** Counts where the selected rows are, because a selection may outlive a filter or come from a link. */
export function countSelected(
  selected: Selection,
  loaded: readonly string[],
  shown: readonly string[],
): SelectionCount {
  let inLoaded = 0;
  for (const id of loaded) if (selected.has(id)) inLoaded += 1;
  let inShown = 0;
  if (inLoaded > 0) for (const id of shown) if (selected.has(id)) inShown += 1;
  return { loaded: inLoaded, hidden: inLoaded - inShown, notLoaded: selected.size - inLoaded };
}

/** Holds state that the owner may control (in the URL, for example) or leave to the component. */
export function useControllable<Value, Next extends Value = Value>(
  controlled: Value | undefined,
  onChange: ((value: Next) => void) | undefined,
  initial: Value,
): readonly [Value, (value: Next) => void] {
  const [own, setOwn] = useState<Value>(initial);
  const change = useCallback(
    (value: Next) => {
      setOwn(value);
      onChange?.(value);
    },
    [onChange],
  );
  return [controlled === undefined ? own : controlled, change];
}
