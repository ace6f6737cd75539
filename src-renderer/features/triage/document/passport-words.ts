import type { PassportEvent } from '#shared/contract/triage/documents.ts';

export interface Change {
  readonly name: string;
  /** Undefined where it was not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What is different after it; the status first. */
export function changesOf({ before, after }: Pick<PassportEvent, 'before' | 'after'>): readonly Change[] {
  const names = [...new Set(['status', ...Object.keys(after), ...Object.keys(before)])];
  return names
    .map((name) => ({ name, before: valueOf(before, name), after: valueOf(after, name) }))
    .filter((change) => change.before !== change.after);
}

/** "run 2, gap-fill" */
export function whereWords({ run, stage }: Pick<PassportEvent, 'run' | 'stage'>): string {
  return [run === null ? '' : `run ${String(run)}`, stage ?? ''].filter((part) => part !== '').join(', ');
}

export type Tone = 'failed' | 'good' | 'review' | 'work' | 'plain';

/** By the status it led to, or left it in. */
export function toneOf({ what, after }: Pick<PassportEvent, 'what' | 'after'>): Tone {
  const status = valueOf(after, 'status');
  if (what === 'failed' || status === 'FAILED' || status === 'REJECTED') return 'failed';
  if (status === 'SUCCEEDED') return 'good';
  if (status === 'REVIEW_REQUIRED' || (what !== null && stillInReview.has(what))) return 'review';
  return status === 'PROCESSING' || status === 'QUEUED' ? 'work' : 'plain';
}

/** Another person is still to decide it. */
const stillInReview: ReadonlySet<string> = new Set(['handed over', 'first opinion', 'opinions differ']);

function valueOf(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
