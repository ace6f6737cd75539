import type { ToldObject } from '../../../aws/s3/told-objects.ts';
import { buildObjectKey } from '../../../pipelines/extraction/keys.ts';
import { recipeText } from '../../sheets/recipe-text.ts';
import { sizeOfSheet } from '../../sheets/size-of-sheet.ts';
import type { BatchCourse } from '../course/batch-course.ts';
import { etagOf } from '../etag-of.ts';
import type { PlannedDocument } from '../plan.ts';

/** The files that have come. */
export function* toldFiles({ batch, documents }: BatchCourse): Generator<readonly [string, ToldObject]> {
  const { tenantId } = batch.workflow;
  for (const { planned, receivedAt } of documents) {
    if (receivedAt === undefined) continue;
    const key = buildObjectKey({ tenantId, batchId: batch.batchId, ...planned });
    // Ingestion was told of it a moment later.
    yield [key, fileOf(planned, receivedAt - 320)];
  }
}

/** What takes a moment to say is said when somebody asks: there are thousands of files, and few are looked at. */
function fileOf({ documentId, recipe }: PlannedDocument, modified: number): ToldObject {
  return {
    get drawn() {
      return recipeText(recipe);
    },
    get size() {
      return sizeOfSheet(recipe);
    },
    get etag() {
      return etagOf(documentId);
    },
    modified,
    headers: pdf,
    get metadata() {
      return [['sheet', recipeText(recipe)]] as const;
    },
    tags: [],
    content: [],
  };
}

const pdf = [['content-type', 'application/pdf']] as const;
