import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { toItem } from '#pipelines/plain-items.ts';
import { getDocument } from '#pipelines/extraction/read-items.ts';
import type { BatchCourse, DocumentCourse } from '#local/world/past/batch-course.ts';
import { findCorrection, listOpinions } from '#local/world/past/document-item.ts';
import { writePassport } from '#local/world/past/document-passport.ts';
import type { RunningExtraction } from '#test/builders/run-extraction.ts';
import { askApi } from './ask-api.ts';

export interface Happening {
  readonly at: number;
  readonly happen: () => Promise<void>;
}

/** Makes each reviewer do with a document what the course says. */
export function reviewAsTold(
  running: RunningExtraction,
  course: BatchCourse,
  document: DocumentCourse,
): Happening[] {
  const ask = async (sub: string, call: string, body: object): Promise<void> => {
    const { tenantId } = course.batch.workflow;
    const ref = { tenantId, batchId: course.batch.batchId, documentId: document.planned.documentId };
    const { version = 0 } = (await getDocument(running.parts, ref)) ?? {};
    const path = `/documents/${Object.values(ref).join('/')}/${call}`;
    await askApi(running, path, body, { sub, role: 'reviewer' }, version);
  };
  const corrected = findCorrection(course, document);
  const corrections = Object.entries(corrected?.is ?? {}).map(([field, value]) => ({ field, value }));
  const reason = writePassport(course, document).find(({ what }) => what === 'rejected')?.reason;
  const { opinions } = listOpinions(course, document);
  return document.acts.map((act): Happening => ({
    at: act.at,
    async happen() {
      if (act.does === 'claims') await ask(act.by, 'claim', {});
      else if (act.does === 'checks') await ask(act.by, 'check', { corrections });
      else if (act.does === 'hands over') await ask(act.by, 'hand-over', { to: act.to, note: act.note });
      else if (act.does === 'decides') {
        const { decision } = act;
        await ask(act.by, 'review', { decision, corrections, ...(reason !== undefined && { reason }) });
      } else {
        const given = opinions.find(({ by }) => by === act.by);
        await ask(act.by, 'review', { decision: given?.decision, corrections: given?.corrections });
      }
    },
  }));
}

/** Adds the reviewer to whom documents are handed over. */
export async function plantColleague({ parts }: RunningExtraction, tenantId: string): Promise<void> {
  const colleague = { ...keyOf.userInTenant(tenantId, 'reviewer'), role: 'reviewer' };
  await parts.clients.dynamodb.send(
    new PutItemCommand({ TableName: parts.names.extraction.table, Item: toItem(colleague) }),
  );
}
