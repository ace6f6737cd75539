import type { Failure, Result } from '#shared/contract/result.ts';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import { documentId, type DeskRow } from './flow-state.ts';

type Reading =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly document: ReviewDocument }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface ReadAhead {
  /** Reads the missing documents, the first at once and the others a little later, and drops all others. */
  readonly keep: (keys: readonly ReviewKey[]) => void;
  readonly get: (key: ReviewKey) => Reading | undefined;
  /** Replaces a document that has changed. */
  readonly put: (document: ReviewDocument) => void;
  readonly forget: (key: ReviewKey) => void;
  readonly documents: () => readonly ReviewDocument[];
}

/** The open document and the next two. No more are held in memory. */
export const mostKept = 3;

interface Needs {
  readonly read: (key: ReviewKey) => Promise<Result<ReviewDocument>>;
  readonly changed: (key: ReviewKey) => void;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** A document that was read ahead is painted before more are read. */
export const aheadMs = 100;

export function createReadAhead({ read, changed, after }: Needs): ReadAhead {
  const kept = new Map<string, Reading>();
  let wanted: readonly ReviewKey[] = [];
  let callOff: (() => void) | undefined;

  async function fetch(key: ReviewKey): Promise<void> {
    const id = documentId(key);
    const reading: Reading = { kind: 'reading' };
    kept.set(id, reading);
    const result = await read(key);
    // The document was dropped or read again meanwhile, so this answer is ignored.
    if (kept.get(id) !== reading) return;
    kept.set(
      id,
      result.ok ? { kind: 'read', document: result.value } : { kind: 'failed', failure: result.failure },
    );
    changed(key);
  }

  function fetchMissing(keys: readonly ReviewKey[]): void {
    for (const key of keys) if (!kept.has(documentId(key))) void fetch(key);
  }

  return {
    keep(keys) {
      wanted = keys.slice(0, mostKept);
      const ids = new Set(wanted.map(documentId));
      for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id);
      fetchMissing(wanted.slice(0, 1));
      callOff?.();
      callOff = after(aheadMs, () => fetchMissing(wanted));
    },
    get: (key) => kept.get(documentId(key)),
    put: (document) => void kept.set(documentId(document), { kind: 'read', document }),
    forget: (key) => void kept.delete(documentId(key)),
    documents: () => [...kept.values()].flatMap((one) => (one.kind === 'read' ? [one.document] : [])),
  };
}

interface RowOrder {
  /** Returns whether the rows have changed. */
  readonly set: (rows: readonly DeskRow[]) => boolean;
  readonly rowOf: (key: ReviewKey) => DeskRow | undefined;
  /** Hides a row that was decided, postponed or skipped here, although the list may still contain it. */
  readonly leave: (key: ReviewKey) => void;
  readonly comeBack: (key: ReviewKey) => void;
  /** Returns the documents that were hidden last, the newest first. */
  readonly left: (count: number) => readonly ReviewKey[];
  /** Returns the rows after it to the end of the list, followed by those skipped before it. */
  readonly after: (key: ReviewKey | undefined) => readonly DeskRow[];
}

/** More than a reviewer decides in a long day. The list has dropped the first ones long before. */
const mostGone = 2_000;

export function createRowOrder(): RowOrder {
  let rows: readonly { readonly id: string; readonly row: DeskRow }[] = [];
  let given: readonly DeskRow[] | undefined;
  let lastPlace = 0;
  const gone = new Map<string, ReviewKey>();

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
      gone.set(documentId(key), key);
      for (const id of gone.keys()) {
        if (gone.size <= mostGone) break;
        gone.delete(id);
      }
    },
    comeBack: (key) => void gone.delete(documentId(key)),
    left: (count) => [...gone.values()].slice(-count).toReversed(),
    after(key) {
      const id = key === undefined ? undefined : documentId(key);
      const place = rows.findIndex((one) => one.id === id);
      // If the row has left the list, the row in its place is next.
      const from = place === -1 ? Math.min(lastPlace, rows.length) : place + 1;
      if (place !== -1) lastPlace = place;
      return [...rows.slice(from), ...rows.slice(0, from)].flatMap((one) =>
        one.id === id || gone.has(one.id) ? [] : [one.row],
      );
    },
  };
}
