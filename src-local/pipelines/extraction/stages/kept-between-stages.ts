import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import type { PipelineParts } from '../../parts.ts';
import type { DocumentItem } from '../item-shapes.ts';
import type { GapsFilled, PagesRead } from '../readers.ts';

export interface KeptResults {
  readonly textract: PagesRead;
  readonly 'gap-fill': GapsFilled;
}
type KeptStage = keyof KeptResults;
type Of = Pick<DocumentItem, 'batchId' | 'documentId' | 'run'>;

/** What a stage has found, until the next needs it: a state of an execution holds 256 KB for all documents together. */
export async function keepResult<S extends KeptStage>(
  parts: PipelineParts,
  document: Of,
  stage: S,
  result: KeptResults[S],
): Promise<void> {
  await parts.clients.s3.send(
    new PutObjectCommand({
      ...placeOf(parts, document, stage),
      Body: JSON.stringify(result),
      ContentType: 'application/json',
    }),
  );
}

export async function keptResult<S extends KeptStage>(
  parts: PipelineParts,
  document: Of,
  stage: S,
): Promise<KeptResults[S] | undefined> {
  try {
    const { Body } = await parts.clients.s3.send(new GetObjectCommand(placeOf(parts, document, stage)));
    return JSON.parse((await Body?.transformToString()) ?? '') as KeptResults[S];
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

export async function forgetResults(parts: PipelineParts, document: Of): Promise<void> {
  for (const stage of ['textract', 'gap-fill'] as const) {
    await parts.clients.s3.send(new DeleteObjectCommand(placeOf(parts, document, stage)));
  }
}

function placeOf({ names }: PipelineParts, { batchId, documentId, run }: Of, stage: KeptStage) {
  return {
    Bucket: names.extraction.documentsBucket,
    Key: `temporary/${batchId}/${documentId}/r${run}-${stage}.json`,
  };
}
