import type { Place } from '../../contract/monitor/alarms.ts';

/** Where a place leads: short where it stands in a list, long where it is a step to be taken. */
export function placeWords(place: Place): { readonly short: string; readonly long: string } {
  switch (place.desk) {
    case 'dead-letters':
      return { short: 'Queue', long: 'Open the queue' };
    case 'triage':
      return place.status === 'FAILED'
        ? { short: 'Failed batches', long: 'Open the failed batches' }
        : { short: 'Batches in work', long: 'Open the batches in work' };
    case 'review':
      return { short: 'Review', long: 'Open the review queue' };
    case 'downloads':
      return ofDownloads(place.standing);
    case 'monitor':
      return place.alarm === null
        ? { short: 'Charts', long: 'Open the charts' }
        : { short: 'Alarm', long: 'Open the alarm' };
    default:
      return place satisfies never;
  }
}

function ofDownloads(standing: (Place & { readonly desk: 'downloads' })['standing']) {
  if (standing === null) return { short: 'Downloads', long: 'Open Downloads' };
  return standing === 'stuck'
    ? { short: 'Stuck files', long: 'Open the files that are stuck' }
    : { short: 'Never picked up', long: 'Open the files that nobody picked up' };
}
