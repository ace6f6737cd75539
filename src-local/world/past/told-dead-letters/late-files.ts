import type { ToldObject } from '../../../aws/s3/told-objects.ts';
import { buildObjectKey } from '../../../pipelines/extraction/keys.ts';
import { recipeText } from '../../sheets/recipe-text.ts';
import { sizeOfSheet } from '../../sheets/size-of-sheet.ts';
import type { PlannedDocument } from '../plan.ts';
import type { StoriedBatch } from '../plan-of.ts';
import { etagOf } from '../etag-of.ts';
import type { ToldUpload } from './s3-event.ts';

/** Files that came while nothing could be written: their batches still wait, and a redrive of the messages starts them. */
export function lateFiles(
  batches: readonly StoriedBatch[],
  bucket: string,
): (ToldUpload & PlannedDocument)[] {
  return batches.flatMap((batch) => {
    const { story, size, batchId, submittedAt } = batch;
    const { tenantId } = batch.workflow;
    return Array.from({ length: story.missing ?? 0 }, (_, place) => {
      const document = batch.document(size - 1 - place);
      return {
        ...document,
        bucket,
        key: buildObjectKey({ tenantId, batchId, ...document }),
        size: sizeOfSheet(document.recipe),
        etag: etagOf(document.documentId),
        at: submittedAt + 53_000 + place * 1_900,
      };
    });
  });
}

/** In the bucket they are like any other. */
export function lateObjects(batches: readonly StoriedBatch[], bucket: string): [string, ToldObject][] {
  return lateFiles(batches, bucket).map(({ key, recipe, size, etag, at }) => {
    const text = recipeText(recipe);
    return [
      key,
      {
        drawn: text,
        size,
        etag,
        modified: at,
        headers: [['content-type', 'application/pdf']],
        metadata: [['sheet', text]],
        tags: [],
        content: [],
      },
    ];
  });
}
