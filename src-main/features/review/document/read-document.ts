import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review/document.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../../aws/connection-access.ts';
import { readsSoFar } from '../../../reads/paid-reads.ts';
import { noDocument } from '../../../rows/document-rows.ts';
import { worldOf, type BatchFactsStore } from './batch-facts.ts';
import { standingOf, type Standing } from './standing.ts';
import { storedResults } from './stored-results.ts';
import { viewDocument } from './view-document.ts';

interface ReadParts {
  readonly doors: ConnectionDoors;
  readonly session: Session;
  readonly facts: BatchFactsStore;
}

export interface ReadNow {
  readonly document: ReviewDocument;
  /** Opinions are in it that nobody may see yet: it stays in main. */
  readonly standing: Standing;
}

/** As the table has it at this moment, with what its batch and its workflow say. */
export async function readDocument(key: ReviewKey, parts: ReadParts): Promise<Result<ReadNow>> {
  const { doors, session, facts } = parts;
  const { tenantId, batchId, documentId } = key;
  const reads = readsSoFar();
  const asked = { tenantId, batchId, documentId };
  const found = reads.paid(await doors.reader.run('extraction.documentById', asked, { consistent: true }));
  if (!found.ok) return found;
  const [item] = found.value.items;
  if (item === undefined) {
    return { ...refused({ code: 'not-found', ...noDocument(documentId) }), receipt: found.value.receipt };
  }
  const [batch, results] = await Promise.all([
    facts.of(worldOf(session), key, doors.reader, reads),
    storedResults(item.attributes, doors.files, reads),
  ]);
  const receipt = reads.receipt();
  if (!batch.ok) return { ...batch, ...(receipt !== undefined && { receipt }) };
  const document = viewDocument({ key, item, results, batch: batch.value, session });
  return ok({ document, standing: standingOf(item.attributes) }, receipt);
}
