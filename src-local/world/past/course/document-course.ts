import type { DocumentStatus } from '#shared/domain/document-status.ts';
import { stages } from '../../../pipelines/extraction/readers.ts';
import type { PlannedBatch, PlannedDocument } from '../plan.ts';
import type { Passage } from './passage.ts';
import type { Claim, Decision, Review } from './reviews-of.ts';

/** What became of a document until the anchor. Times are milliseconds since 1970. */
export interface DocumentCourse {
  readonly planned: PlannedDocument;
  /** Undefined: its file has not come. */
  readonly receivedAt: number | undefined;
  /** The first of them by itself, the others because somebody wanted it. */
  readonly passages: readonly Passage[];
  readonly claim: Claim | undefined;
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
  review: Review | undefined,
): DocumentCourse {
  const latest = passages.at(-1);
  const decision = review?.decision;
  let version = receivedAt === undefined ? 1 : 2;
  for (const passage of passages) version += changesBy(passage);
  if (review) version += decision ? 2 : 1;
  return {
    planned: batch.document(index),
    receivedAt,
    passages,
    claim: review?.claim,
    decision,
    status: decision ? decidedAs[decision.decision] : (latest?.outcome ?? 'QUEUED'),
    statusSince: decision?.at ?? latest?.endedAt,
    version,
    updatedAt: decision?.at ?? review?.claim.at ?? latest?.endedAt ?? receivedAt ?? batch.submittedAt,
  };
}

const decidedAs = { approve: 'SUCCEEDED', reject: 'REJECTED' } as const;

/** Each stage says that it has begun, then it ends; a further run begins with being asked for. */
function changesBy({ run, reading: { stageMs }, interrupted }: Passage): number {
  const begun = interrupted ? stages.indexOf(interrupted.stage) + 1 : stageMs.length;
  return (run > 1 ? 1 : 0) + begun + 1;
}
