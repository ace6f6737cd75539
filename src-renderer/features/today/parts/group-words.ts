import type { TodayGroups } from '#shared/contract/today/today.ts';
import { countedNouns, countedText, isNone, nouns } from '../counted-words.ts';

/** "40 failed documents of the newest 5 batches, at least 7 more not read" */
export function readWords({
  batchesRead,
  batchesLeft,
  documentsRead,
}: Pick<TodayGroups, 'batchesRead' | 'batchesLeft' | 'documentsRead'>): string {
  const left = isNone(batchesLeft) ? '' : `, ${countedText(batchesLeft)} more not read`;
  const documents = countedNouns(documentsRead, 'failed document', 'failed documents');
  return `${documents} of the newest ${nouns(batchesRead, 'batch', 'batches')}${left}`;
}

export function noneWords({ batchesRead }: Pick<TodayGroups, 'batchesRead'>): string {
  return batchesRead === 0
    ? 'No batch has failed, so there is nothing to group.'
    : `No failed document was found in ${nouns(batchesRead, 'failed batch', 'failed batches')}.`;
}
