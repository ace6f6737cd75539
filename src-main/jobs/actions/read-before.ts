import { findDownloadedFile } from '#shared/domain/dead-letters/message-subject.ts';
import type { FileBefore, SubjectBefore } from '#shared/domain/redrive-outcome.ts';
import type { CatalogueReader } from '../../aws/dynamodb/reading.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import { aboutMessage } from '../../dead-letters/send-batch.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { buildMessageKey, documentTimes, readDocuments, readFiles } from './message-look.ts';

/** Reads the documents and files of messages just before they are sent. */
export async function readBefore(
  reader: CatalogueReader,
  messages: readonly ReceivedMessage[],
  edited?: string,
): Promise<ReadonlyMap<string, SubjectBefore>> {
  const [documents, files] = await Promise.all([
    readDocumentsBefore(reader, messages, edited),
    readFilesBefore(reader, messages, edited),
  ]);
  return new Map<string, SubjectBefore>([...documents, ...files]);
}

/** Reads the files of downloads. Without this a message is sent all the same, and its outcome is not confirmed. */
async function readFilesBefore(
  reader: CatalogueReader,
  messages: readonly ReceivedMessage[],
  edited: string | undefined,
): Promise<ReadonlyMap<string, FileBefore>> {
  const named = messages.flatMap(({ messageId, body }) => {
    const file = findDownloadedFile(edited ?? body);
    return file === null ? [] : [{ id: messageId, file }];
  });
  const read = await readFiles(
    reader,
    named.map(({ file }) => file),
  );
  if (!read.ok) return new Map();
  return new Map(
    named.map(({ id, file }) => {
      const { status = null, movedAt = null } = read.value.get(file) ?? {};
      return [id, { file, status, movedAt }];
    }),
  );
}

async function readDocumentsBefore(
  reader: CatalogueReader,
  messages: readonly ReceivedMessage[],
  edited: string | undefined,
): Promise<ReadonlyMap<string, SubjectBefore>> {
  const about = messages.map((message) => ({ id: message.messageId, ids: aboutMessage(message, edited) }));
  const named = about.filter(
    ({ ids }) => ids.tenantId !== null && ids.batchId !== null && ids.documentId !== null,
  );
  const read = await readDocuments(
    reader,
    named.map(({ ids }) => ids),
  );
  // Without this only later times can prove the outcome, which is no reason to send nothing.
  if (!read.ok) return new Map();
  const found = new Map(read.value.map(documentRow).map((row) => [buildMessageKey(row), documentTimes(row)]));
  return new Map(named.map(({ id, ids }) => [id, found.get(buildMessageKey(ids)) ?? 'missing']));
}
