import type { Stream } from '#shared/domain/review/merged-streams.ts';
import type { OpenBatch } from './queue-place.ts';

/** A document of a batch, and its place in the index; null where that is no time. */
export interface PlacedDocument {
  readonly at: number | null;
  readonly documentId: string;
}

/** After a page. `fresh`: what was not read before; `cursor`: undefined where there is no more. */
export function goneOn(
  of: OpenBatch,
  { fresh, cursor }: { readonly fresh: readonly PlacedDocument[]; readonly cursor: string | undefined },
  [before, after]: readonly [Stream<unknown>, Stream<unknown>],
): OpenBatch {
  let { from } = before;
  const atFrom = from === after.from ? [...of.atFrom] : [];
  for (const { at, documentId } of fresh) {
    from = Math.max(from, at ?? from);
    if (from === after.from) atFrom.push(documentId);
  }
  return { ...of, cursor, atFrom };
}

/** Its cursor was left for others: the same documents are read once more, and handed out no second time. */
export function fromItsBeginning(of: OpenBatch, { from }: Stream<unknown>): OpenBatch {
  return { ...of, cursor: undefined, again: { until: from, but: of.atFrom } };
}

export function isFresh({ at, documentId }: PlacedDocument, { again }: OpenBatch): boolean {
  if (again === null || (at !== null && at > again.until)) return true;
  return (at === null || at === again.until) && !again.but.includes(documentId);
}
