import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';
import { firingOver } from './alarm-states-over.ts';
import type { StateStretch } from './alarm-states-over.ts';

/** "14 days, as far as was read: fired twice, 3 h in all": above the ribbon, and as its name. */
export function fortnightWords(stretches: readonly StateStretch[], isWhole: boolean): string {
  const { times, ms } = firingOver(stretches);
  const fired =
    times === 0
      ? 'never fired'
      : `fired ${times === 1 ? 'once' : `${String(times)} times`}, ${spanWords(ms)} in all`;
  return `14 days${isWhole ? '' : ', as far as was read'}: ${fired}`;
}

interface ReadSoFar {
  readonly hasChanges: boolean;
  readonly isOlderMissing: boolean;
}

/** What of the history is missing, where a read of it failed. */
export function missingWords({ hasChanges, isOlderMissing }: ReadSoFar): string {
  if (isOlderMissing) return 'Older changes were not read.';
  return hasChanges ? 'It was not read again; what was read before is shown.' : 'The history was not read.';
}
