import type { ReviewDocument, ReviewKey } from '#shared/contract/review/document.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import { documentId } from './document-id.ts';

export type Reading =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly document: ReviewDocument }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface ReadAhead {
  /** Reads those that are not here, the first one at once and the others a little later; lets go of all else. */
  readonly keep: (keys: readonly ReviewKey[]) => void;
  readonly get: (key: ReviewKey) => Reading | undefined;
  /** It is known to be another by now. */
  readonly put: (document: ReviewDocument) => void;
  readonly forget: (key: ReviewKey) => void;
  readonly documents: () => readonly ReviewDocument[];
}

/** The open one and the next two: never more are kept. */
export const mostKept = 3;

interface Needs {
  readonly read: (key: ReviewKey) => Promise<Result<ReviewDocument>>;
  readonly changed: (key: ReviewKey) => void;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** What was read ahead is to be on the screen first. */
export const aheadMs = 100;

export function readAhead({ read, changed, after }: Needs): ReadAhead {
  const kept = new Map<string, Reading>();
  let wanted: readonly ReviewKey[] = [];
  let callOff: (() => void) | undefined;

  async function fetch(key: ReviewKey): Promise<void> {
    const id = documentId(key);
    const reading: Reading = { kind: 'reading' };
    kept.set(id, reading);
    const result = await read(key);
    // Let go of meanwhile, or read anew: this answer is nobody's.
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
