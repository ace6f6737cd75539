import type { DownloadFile } from '../contract/downloads/downloads.ts';
import type { PlanItem } from '../contract/jobs/plans.ts';
import { hasFailed, standsStill, standsStillMinutes } from './downloads/file-standing.ts';
import { isOver, isWithinItsTime } from './downloads/time-to-live.ts';

type Verdict = Pick<PlanItem, 'verdict' | 'why'>;

type Judged = Pick<DownloadFile, 'status' | 'statusSince' | 'version' | 'error' | 'timeToLive'>;

/** Whether the pipeline would fetch a file once more, as it was read just now. Null: there is none. */
export function requeueVerdict(file: Judged | null, now: number): Verdict {
  if (file === null) return skip('Not there: it was never written, or its 30 days are over.');
  const { status, version, timeToLive } = file;
  if (isOver(timeToLive)) return blocked('Expired, awaiting deletion: nothing is done to it any more.');
  if (!isWithinItsTime(timeToLive)) {
    return blocked(
      'Its time is long over by what it says, which is a defect: the pipeline does nothing to it.',
    );
  }
  if (status === null) return blocked('It has no status that the pipeline knows.');
  if (version === null)
    return blocked('It does not say when its status changed, so a change since could not be seen.');
  if (hasFailed(status)) return go(file.error === null ? status : `${status}: ${file.error}`);
  if (standsStill(file, now)) return go(`${status} for ${lasting(file, now)}`);
  if (status === 'completed') return skip(`Already completed${at(file)}.`);
  return skip(`${status} for less than ${standsStillMinutes} minutes: it may still move by itself.`);
}

function lasting({ statusSince }: Judged, now: number): string {
  const minutes = Math.floor((now - Date.parse(statusSince ?? '')) / 60_000);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

function at({ statusSince }: Judged): string {
  return statusSince === null ? '' : `, ${statusSince.slice(0, 16).replace('T', ' ')} UTC`;
}

function go(why: string): Verdict {
  return { verdict: 'go', why };
}

function skip(why: string): Verdict {
  return { verdict: 'skip', why };
}

function blocked(why: string): Verdict {
  return { verdict: 'blocked', why };
}
