import type { JobKind } from '#shared/contract/jobs/plans.ts';

/** Many items that go in steps, each with its own verdict and receipt; an execution is one thing, told in words. */
export function isList(kind: JobKind): boolean {
  return kind === 'reprocess' || isOfMessages(kind);
}

export function isOfMessages(kind: JobKind): boolean {
  return kind === 'redrive-messages' || kind === 'discard-messages';
}

/** What cannot be undone is started by a red button. */
export function takesAway(kind: JobKind): boolean {
  return kind === 'stop-execution' || kind === 'discard-messages';
}
