import { idempotencyHours } from '#shared/domain/pipeline-limits.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Problem } from '#shared/pipeline-api/problem.ts';
import type { SeenItems, Sent } from '../job-action.ts';

/** What all kinds of jobs on downloads stand on. */
export interface DownloadParts {
  readonly doors: () => Pick<ConnectionDoors, 'reader' | 'pipeline'>;
  readonly now: () => number;
  /** Beside what the job itself tells: what has become of them right after a call. */
  readonly seen: (items: SeenItems) => void;
}

/** An hour less than the pipeline remembers: two clocks. */
export const repeatableForMs = (idempotencyHours - 1) * 3_600_000;

/** Of a call for one thing that has done nothing, or nobody knows. */
export function notTaken(
  answer:
    | { readonly kind: 'problem'; readonly problem: Problem }
    | { readonly kind: 'not-sent' | 'unclear'; readonly why: string; readonly unfit?: string },
): Sent {
  if (answer.kind !== 'problem') {
    // The same call would be as unfit at any later time.
    return { kind: answer.unfit === undefined ? answer.kind : 'refused', why: answer.why };
  }
  const { status, title, detail } = answer.problem;
  // The sign-in ended on the way: the next token may do.
  if (status === 401) return { kind: 'not-sent', why: detail };
  return { kind: 'refused', why: `${title}: ${detail}` };
}
