import type { Costs } from '#shared/contract/costs/costs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { batchesWords, documentsWords } from './meter-words.ts';
import type { Spending } from './sums/groups.ts';

/** What the figures leave out or only suppose, each in a sentence. */
export function leftOutWords(
  { all, undated }: Spending,
  { isWhole, waiting, anyOrder }: Pick<Costs, 'isWhole' | 'waiting' | 'anyOrder'>,
): readonly string[] {
  const { repeated, unpriced, unread, bases } = all;
  return [
    isWhole
      ? []
      : [
          'Not every batch of these days is listed, or says how many documents it has: sums are at least so much.',
        ],
    repeated === 0
      ? []
      : [
          repeated === 1
            ? 'At least: 1 document was processed more than once, and only its last run is known.'
            : `At least: ${grouped(repeated)} documents were processed more than once, and only their last runs are known.`,
        ],
    unpriced === 0
      ? []
      : [`At least: of ${documentsWords(unpriced)} something has no price in this book, or no figure.`],
    unread === 0 ? [] : [`${documentsWords(unread)} worked on and not read: estimated ${basisWords(bases)}.`],
    waiting === 0
      ? []
      : [
          `${documentsWords(waiting)} in batches in work, not read before these have ended: what was worked on is estimated.`,
        ],
    anyOrder.projects === 0 ? [] : [describeAnyOrder(anyOrder)],
    undated === 0
      ? []
      : [
          `${batchesWords(undated)} ${undated === 1 ? 'does' : 'do'} not say when: in the sums, and on no day.`,
        ],
  ].flat();
}

/** Why a list costs more than the batches in it. */
function describeAnyOrder({ projects, batches, project }: Costs['anyOrder']): string {
  const whose = projects === 1 ? `the project ${project ?? ''}` : `${grouped(projects)} projects`;
  const which = `all ${projects === 1 ? 'its' : 'their'} ${batchesWords(batches)} were read`;
  return `Batch ids of ${whose} do not carry their time, so ${which}.`;
}

function basisWords(bases: Spending['all']['bases']): string {
  const words = [
    bases.has('workflow') ? ['by the mean of their workflow'] : [],
    bases.has('all') ? ['by the mean of all that were metered'] : [],
    bases.has('planning') ? ['by planning figures, for want of any other'] : [],
  ].flat();
  return words.join(', else ');
}
