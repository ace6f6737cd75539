import { cellOf } from '#shared/domain/review/places.ts';
import { normalisedValue } from '#shared/domain/review/normalised-value.ts';
import type { BatchItem, DocumentItem, Opinion } from '../../extraction/item-shapes.ts';
import type { Results } from './correct.ts';

/** An item that was imported by hand may have anything in their place. */
export function opinionsOf({ opinions }: { readonly opinions?: unknown }): readonly Opinion[] {
  return Array.isArray(opinions) ? (opinions as Opinion[]) : [];
}

/** Whether what this person decides is one opinion of two. The third person sees both, and decides alone. */
export function isOneOfTwo({ secondReview }: Partial<BatchItem>, document: DocumentItem): boolean {
  return secondReview === 'blind' && opinionsOf(document).length < 2;
}

/**
 * Where two decisions come to different ends: by what they say, however it is written. Empty: they agree. "decision"
 * is the first of the places where one approves and the other rejects.
 */
export function placesThatDiffer(
  one: Opinion,
  other: Opinion,
  { results, schema }: { readonly results: Results; readonly schema: Readonly<Record<string, string>> },
): string[] {
  const places = new Set([...one.corrections, ...other.corrections].map(({ field }) => field));
  const differing = [...places].filter((place) => {
    const [mine, theirs] = [one, other].map((opinion) => valueIn(opinion, place, results));
    if (mine === undefined || theirs === undefined) return mine !== theirs;
    const type = typeOf(place, schema);
    return normalisedValue(type, mine) !== normalisedValue(type, theirs);
  });
  return one.decision === other.decision ? differing : ['decision', ...differing];
}

/** As the document would have it. Undefined: nobody can read it. */
function valueIn({ corrections }: Opinion, place: string, results: Results): string | undefined {
  const correction = corrections.find(({ field }) => field === place);
  if (!correction) return textAt(results, place);
  return 'value' in correction ? correction.value : undefined;
}

function textAt({ fields, lineItems }: Results, place: string): string {
  const cell = cellOf(place);
  const line: object | undefined = cell && lineItems[cell.line];
  const value: unknown = cell
    ? Object.entries(line ?? {}).find(([column]) => column === cell.column)?.[1]
    : Object.entries(fields).find(([name]) => name === place)?.[1].value;
  return typeof value === 'string' ? value : '';
}

function typeOf(place: string, schema: Readonly<Record<string, string>>): string | null {
  const cell = cellOf(place);
  if (!cell) return Object.hasOwn(schema, place) ? (schema[place] ?? null) : null;
  if (cell.column === 'description') return 'text';
  return cell.column === 'quantity' ? 'number' : 'money';
}
