import type { ReviewKey } from '#shared/contract/review/document.ts';
import type { DeskRow } from '../desk-row.ts';
import { documentId } from './document-id.ts';

export interface RowOrder {
  /** Whether they are others than before. */
  readonly set: (rows: readonly DeskRow[]) => boolean;
  readonly rowOf: (key: ReviewKey) => DeskRow | undefined;
  /** Decided, set aside or passed over here, though the list may still have it. */
  readonly leave: (key: ReviewKey) => void;
  readonly comeBack: (key: ReviewKey) => void;
  /** What comes after it: to the end of the list, and then what was passed over before it. */
  readonly after: (key: ReviewKey | undefined) => readonly DeskRow[];
}

/** As many as somebody decides in a long day; the list has forgotten the first ones long before. */
const mostGone = 2_000;

export function rowOrder(): RowOrder {
  let rows: readonly { readonly id: string; readonly row: DeskRow }[] = [];
  let given: readonly DeskRow[] | undefined;
  let lastPlace = 0;
  const gone = new Set<string>();

  return {
    set(next) {
      if (next === given) return false;
      given = next;
      rows = next.map((row) => ({ id: documentId(row), row }));
      return true;
    },
    rowOf(key) {
      const id = documentId(key);
      return rows.find((one) => one.id === id)?.row;
    },
    leave(key) {
      gone.add(documentId(key));
      for (const id of gone) {
        if (gone.size <= mostGone) break;
        gone.delete(id);
      }
    },
    comeBack: (key) => void gone.delete(documentId(key)),
    after(key) {
      const id = key === undefined ? undefined : documentId(key);
      const place = rows.findIndex((one) => one.id === id);
      // Gone from the list: what has come into its place is the next.
      const from = place === -1 ? Math.min(lastPlace, rows.length) : place + 1;
      if (place !== -1) lastPlace = place;
      return [...rows.slice(from), ...rows.slice(0, from)].flatMap((one) =>
        one.id === id || gone.has(one.id) ? [] : [one.row],
      );
    },
  };
}
