import { useState } from 'react';
import { nothingSelected, type Selection } from './use-row-selection.ts';

/** Rows of a list that is loaded in part: single ones, or all that match with some of the loaded ones left out. */
export interface SelectionBeyond<Row> {
  /** The loaded rows that are selected. */
  readonly selected: Selection;
  readonly change: (next: Selection) => void;
  /** These rows are left out of all that match, also once they are loaded no longer; null while single rows are selected. */
  readonly except: Selection | null;
  /** These are the same rows, not only their ids. */
  readonly leftOut: readonly Row[];
  readonly selectAll: () => void;
}

/** `scope` names the list and its filters: with others, all that match are others, so nothing of them stays selected. */
export function useSelectionBeyond<Row>(
  rows: readonly Row[],
  {
    rowId,
    scope,
    mostLeftOut,
  }: { readonly rowId: (row: Row) => string; readonly scope: string; readonly mostLeftOut: number },
): SelectionBeyond<Row> {
  const loaded = rows.map(rowId);
  const [known, setKnown] = useState<ReadonlyMap<string, Row>>(new Map());
  const [kept, keep] = useState<Kept>({ scope, chosen: nothingSelected, except: null });
  const now = kept.scope === scope ? kept : { scope, chosen: kept.chosen, except: null };
  const selected = new Set(
    loaded.filter((id) => (now.except === null ? now.chosen.has(id) : !now.except.has(id))),
  );
  return {
    selected,
    except: now.except,
    leftOut: [...(now.except ?? [])].flatMap((id) => known.get(id) ?? []),
    change(next) {
      const deselected = rows.filter((row) => !next.has(rowId(row)));
      if (now.except !== null)
        setKnown(new Map([...known, ...deselected.map((row) => [rowId(row), row] as const)]));
      keep({ scope, ...changeSelection(now, loaded, next, mostLeftOut) });
    },
    selectAll: () => keep({ scope, chosen: nothingSelected, except: nothingSelected }),
  };
}

interface Kept extends Chosen {
  readonly scope: string;
}

interface Chosen {
  readonly chosen: Selection;
  readonly except: Selection | null;
}

/** Returns the selection after the person changed checkboxes. With more left out than can be said, it is of single rows. */
export function changeSelection(
  { except }: Pick<Chosen, 'except'>,
  loaded: readonly string[],
  next: Selection,
  mostLeftOut: number,
): Chosen {
  if (except === null || next.size === 0) return { chosen: next, except: null };
  const leftOut = new Set(except);
  for (const id of loaded) {
    if (next.has(id)) leftOut.delete(id);
    else leftOut.add(id);
  }
  if (leftOut.size > mostLeftOut) return { chosen: next, except: null };
  return { chosen: nothingSelected, except: leftOut };
}
