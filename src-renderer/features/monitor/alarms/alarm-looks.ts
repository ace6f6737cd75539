import type { AlarmState, Place } from '#shared/contract/monitor/alarms.ts';
import type { GlyphName } from '#renderer/ui/status/glyph-paths.ts';
import type { RibbonTone } from '#renderer/ui/state-ribbon/state-ribbon.tsx';

interface AlarmLook {
  readonly glyph: GlyphName;
  /** As CloudWatch's console says it. */
  readonly word: string;
  readonly tone: RibbonTone;
}

export const alarmLooks: Readonly<Record<AlarmState, AlarmLook>> = {
  ALARM: { glyph: 'failed', word: 'In alarm', tone: 'bad' },
  INSUFFICIENT_DATA: { glyph: 'queued', word: 'Too little data', tone: 'silent' },
  OK: { glyph: 'succeeded', word: 'OK', tone: 'good' },
};

/** What the runbook's one step is called; short where it stands in a list. */
export function placeWords(place: Place): { readonly short: string; readonly long: string } {
  switch (place.desk) {
    case 'dead-letters':
      return { short: 'Queue', long: `Open ${place.queue}` };
    case 'triage':
      return place.status === 'FAILED'
        ? { short: 'Failed batches', long: 'Open the failed batches' }
        : { short: 'Batches', long: 'Open the batches in work' };
    case 'review':
      return { short: 'Review', long: 'Open the review queue' };
    case 'downloads':
      return place.standing === null
        ? { short: 'Downloads', long: 'Open Downloads' }
        : place.standing === 'stuck'
          ? { short: 'Stuck files', long: 'Open the files that are stuck' }
          : { short: 'Waiting files', long: 'Open the files that nobody picked up' };
    default:
      return place.alarm === null
        ? { short: 'Charts', long: 'Show the charts' }
        : { short: 'Alarm', long: 'Show the alarm' };
  }
}

/** An alarm that no desk is for leads to itself, which is no step. */
export function leadsElsewhere(place: Place, alarm: string): boolean {
  return place.desk !== 'monitor' || place.alarm !== alarm;
}
