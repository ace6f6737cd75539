import type { TimeToLive } from '#shared/contract/downloads/downloads.ts';
import { isDefect, timeToLiveBy } from '#shared/domain/downloads/time-to-live.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';

/** "until 18 Feb 2027, 89 d left", "expired, awaiting deletion", "for ever: its time to live is in milliseconds" */
export function keptWords(timeToLive: TimeToLive, now: number): string {
  const at = timeToLiveBy(timeToLive, now);
  if (at.kind === 'until') return `until ${dateWords(at.at)}, ${spanWords(Date.parse(at.at) - now)} left`;
  if (at.kind === 'over') {
    return `expired ${spanWords(Math.max(0, now - Date.parse(at.since)))} ago, awaiting deletion`;
  }
  return `for ever: ${forEver[at.kind]}`;
}

const forEver = {
  'in-milliseconds': 'its time to live is in milliseconds',
  'too-old': 'its time to live is more than five years ago',
  none: 'it has no time to live',
} as const;

/** For a column: "29 d 4 h", "expired", "for ever". */
export function keptBriefly(timeToLive: TimeToLive, now: number): string {
  const at = timeToLiveBy(timeToLive, now);
  if (at.kind === 'until') return spanWords(Date.parse(at.at) - now);
  return at.kind === 'over' ? 'expired' : 'for ever';
}

/** What a wrong time to live means, and who can mend it; undefined where it is right. */
export function defectWords(timeToLive: TimeToLive): string | undefined {
  if (!isDefect(timeToLive)) return undefined;
  return `${wrong(timeToLive)} The pipeline's owner has to write it in epoch seconds; this console changes no time to live.`;
}

function wrong(timeToLive: TimeToLive): string {
  if (timeToLive.kind === 'in-milliseconds') {
    return `The time to live is in milliseconds where seconds belong, so DynamoDB would delete it in tens of thousands of years. It was meant to go on ${dateWords(timeToLive.meant)}.`;
  }
  if (timeToLive.kind === 'too-old') {
    return `The time to live is ${said(timeToLive.at)}, and DynamoDB leaves alone what expired more than five years ago.`;
  }
  return 'There is no time to live that can be read, so DynamoDB never deletes it.';
}

function said(at: string | null): string {
  return at === null ? 'long ago' : Number.isNaN(Date.parse(at)) ? at : dateWords(at);
}

/** "18 Feb 2027" */
function dateWords(at: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(Date.parse(at));
}
