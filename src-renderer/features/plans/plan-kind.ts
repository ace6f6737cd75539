import type { JobKind } from '#shared/contract/jobs/plans.ts';
import { isOfDownloads, isOfMessages } from '#shared/domain/job-place.ts';

/** Many items that go in steps, each with its own verdict and receipt; of others there is one, told in words. */
export function isList(kind: JobKind): boolean {
  return kind === 'reprocess' || kind === 'requeue-files' || isOfMessages(kind);
}

/** Requests to AWS and nothing else: fractions of a cent. */
export function costsLittle(kind: JobKind): boolean {
  return isOfMessages(kind) || isOfDownloads(kind);
}

/** What cannot be undone is started by a red button. */
export function takesAway(kind: JobKind): boolean {
  return kind === 'stop-execution' || kind === 'discard-messages' || kind === 'close-downloads';
}
