import type { Result } from '#shared/contract/result.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { PageRead } from '../../aws/reading.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { documentRow, noDocument, openDocument } from '../../rows/document-rows.ts';
import { oneRow, pageOfRows } from '../../rows/page-of-rows.ts';
import { passportRow } from '../../rows/passport-rows.ts';
import { revealField } from './reveal-field.ts';
import type { SeenDocuments } from '../../reads/seen-documents.ts';

type Names = Extract<keyof Handlers, `documents.${string}`>;

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly seen: SeenDocuments;
}

export function documentsHandlers({ doors, seen }: Parts): Pick<Handlers, Names> {
  const reader = () => doors().reader;

  async function list(read: () => Promise<Result<PageRead>>) {
    const here = seen.here();
    const page = pageOfRows(await read(), documentRow, 'Document');
    if (page.ok) here.note(page.value.rows);
    return page;
  }

  return {
    'documents.byStatus': ({ tenantId, batchId, status, cursor, pageSize }) =>
      list(() =>
        reader().run('extraction.documentsByStatus', { tenantId, batchId, status }, { cursor, pageSize }),
      ),

    'documents.ofBatch': ({ tenantId, batchId, cursor, pageSize }) =>
      list(() => reader().run('extraction.documentsOfBatch', { tenantId, batchId }, { cursor, pageSize })),

    'documents.read': async ({ tenantId, batchId, documentId }) => {
      const here = seen.here();
      const read = await reader().run('extraction.documentById', { tenantId, batchId, documentId });
      const document = oneRow(read, noDocument(documentId), openDocument);
      if (document.ok) here.note([document.value]);
      return document;
    },

    'documents.reveal': revealField(reader),

    'documents.passport': async ({ tenantId, documentId, cursor, pageSize }) =>
      pageOfRows(
        await reader().run('extraction.documentHistory', { tenantId, documentId }, { cursor, pageSize }),
        passportRow,
        'DocumentEvent',
      ),
  };
}
