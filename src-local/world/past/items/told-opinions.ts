import type { Correction, Opinion } from '../../../pipelines/extraction/item-shapes.ts';
import { misreadOf } from '../../sheets/reading/misread.ts';
import type { SheetReading } from '../../sheets/reading-of.ts';
import { hashOf, throwOf } from '../../sheets/throws.ts';
import type { DocumentCourse } from '../course/document-course.ts';
import { correctionsOf } from './corrections-of.ts';
import { isoTime } from './iso-time.ts';

export interface ToldOpinions {
  readonly opinions: readonly Opinion[];
  /** Empty, unless there are two. */
  readonly differs: readonly string[];
}

/** The first sees what stands on the page. A second one that is not the end of it has taken one place for another. */
export function toldOpinions(
  { planned, acts }: DocumentCourse,
  { result }: Extract<SheetReading, { ok: true }>,
): ToldOpinions {
  const seen: Correction[] = Object.entries(correctionsOf(planned.recipe, result)?.is ?? {}).map(
    ([field, value]) => ({ field, value }),
  );
  const given = acts.filter(({ does }) => does === 'gives an opinion');
  const disputed = given.length > 1 ? disputedIn(planned.documentId, seen, result.fields) : undefined;
  return {
    opinions: given.map(({ by, at }, place): Opinion => {
      const corrections = place > 0 && disputed ? disputed.corrections : seen;
      return { by, at: isoTime(at), decision: 'approve', corrections };
    }),
    differs: disputed ? [disputed.place] : [],
  };
}

/** They believe the reader where it was wrong, or, where it was right, see something that is not there. */
function disputedIn(
  documentId: string,
  seen: readonly Correction[],
  fields: Extract<SheetReading, { ok: true }>['result']['fields'],
): { readonly place: string; readonly corrections: readonly Correction[] } | undefined {
  const [first, ...rest] = seen;
  if (first) return { place: first.field, corrections: rest };
  const doubtful = Object.entries(fields).toSorted(([, one], [, other]) => one.confidence - other.confidence);
  const share = throwOf(hashOf(documentId), 12);
  for (const [place, { value }] of doubtful) {
    const mistaken = misreadOf(value, 'number', share);
    if (mistaken !== undefined) return { place, corrections: [{ field: place, value: mistaken }] };
  }
  return undefined;
}
