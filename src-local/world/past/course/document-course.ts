import type { DocumentStatus } from '#shared/domain/document-status.ts';
import { stages } from '../../../pipelines/extraction/readers.ts';
import type { PlannedBatch, PlannedDocument } from '../plan.ts';
import type { Passage } from './passage.ts';
import type { Act, Decision } from './acts.ts';

/** What became of a document until the anchor. Times are milliseconds since 1970. */
export interface DocumentCourse {
  readonly planned: PlannedDocument;
  /** Undefined: its file has not come. */
  readonly receivedAt: number | undefined;
  /** The first of them by itself, the others because somebody wanted it. */
  readonly passages: readonly Passage[];
  /** Empty: no reviewer has touched it. */
  readonly acts: readonly Act[];
  /** The last of the acts, where that is one. */
  readonly decision: Decision | undefined;
  readonly status: DocumentStatus;
  readonly statusSince: number | undefined;
  readonly version: number;
  readonly updatedAt: number;
}

export function documentCourse(
  batch: PlannedBatch,
  index: number,
  receivedAt: number | undefined,
  passages: readonly Passage[],
  acts: readonly Act[],
): DocumentCourse {
  const latest = passages.at(-1);
  const last = acts.at(-1);
  const decision = last?.does === 'decides' ? last : undefined;
  let version = receivedAt === undefined ? 1 : 2;
  for (const passage of passages) version += changesBy(passage);
  return {
    planned: batch.document(index),
    receivedAt,
    passages,
    acts,
    decision,
    status: decision ? decidedAs[decision.decision] : (latest?.outcome ?? 'QUEUED'),
    statusSince: decision?.at ?? latest?.endedAt,
    version: version + acts.length,
    updatedAt: last?.at ?? latest?.endedAt ?? receivedAt ?? batch.submittedAt,
  };
}

const decidedAs = { approve: 'SUCCEEDED', reject: 'REJECTED' } as const;

/** Each stage says that it has begun, then it ends; a further run begins with being asked for. */
function changesBy({ run, reading: { stageMs }, interrupted }: Passage): number {
  const begun = interrupted ? stages.indexOf(interrupted.stage) + 1 : stageMs.length;
  return (run > 1 ? 1 : 0) + begun + 1;
}
