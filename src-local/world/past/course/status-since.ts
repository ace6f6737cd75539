import { batchStatusOf, type BatchStatus, type RunStatus } from '#shared/domain/batch-status.ts';
import type { DocumentStatus } from '#shared/domain/document-status.ts';
import type { DocumentCourse } from './document-course.ts';
import type { RunCourse } from './run-course.ts';

/** When a batch came into the status that it has. Undefined: it never had another than its first. */
export function statusSince(
  runs: readonly RunCourse[],
  documents: readonly DocumentCourse[],
): number | undefined {
  const counts: Partial<Record<DocumentStatus, number>> = { QUEUED: documents.length };
  const standing: RunStatus[] = [];
  const move = (from: DocumentStatus, to: DocumentStatus): void => {
    counts[from] = (counts[from] ?? 0) - 1;
    counts[to] = (counts[to] ?? 0) + 1;
  };
  const moments = [...runs.flatMap((run) => momentsOf(run, standing, move)), ...decisionsIn(documents, move)];
  let status: BatchStatus = 'QUEUED';
  let since: number | undefined;
  for (const { at, happen } of moments.toSorted((one, other) => one.at - other.at)) {
    happen();
    const next = batchStatusOf({ counts, runs: standing });
    if (next !== status) since = at;
    status = next;
  }
  return since;
}

type Move = (from: DocumentStatus, to: DocumentStatus) => void;

interface Moment {
  readonly at: number;
  readonly happen: () => void;
}

/** It begins, its last document ends, and it has ended itself. */
function momentsOf(
  { run, startedAt, endedAt, status, passages }: RunCourse,
  standing: RunStatus[],
  move: Move,
): Moment[] {
  const whole = passages.filter(({ interrupted }) => !interrupted);
  const left = passages.filter(({ interrupted }) => interrupted);
  return [
    {
      at: startedAt,
      happen() {
        standing.push('RUNNING');
        for (const _passage of passages) move(run === 1 ? 'QUEUED' : 'FAILED', 'PROCESSING');
      },
    },
    {
      at: whole.reduce((last, passage) => Math.max(last, passage.endedAt), startedAt),
      happen() {
        for (const { outcome } of whole) move('PROCESSING', outcome);
      },
    },
    {
      at: endedAt,
      happen() {
        standing[run - 1] = status;
        for (const { outcome } of left) move('PROCESSING', outcome);
      },
    },
  ];
}

function decisionsIn(documents: readonly DocumentCourse[], move: Move): Moment[] {
  return documents.flatMap(({ decision, status }) =>
    decision ? [{ at: decision.at, happen: () => move('REVIEW_REQUIRED', status) }] : [],
  );
}
