import { findDeclared } from '#shared/catalogue/declaration.ts';
import { plainText, type Attributes, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { CatalogueReader, PageRead } from '../../aws/dynamodb/reading.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { SeenDocuments } from '../../reads/seen-documents.ts';
import { documentRow, noDocument, openDocument } from '../../rows/document-rows.ts';
import { oneRow, pageOfRows } from '../../rows/page-of-rows.ts';
import { passportRow } from '../../rows/passport-rows.ts';
import { isPresigned, listTexts } from '../../rows/shown-text.ts';

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

/**
 * Reveals one field's value by reading the document again by key, because the main process keeps no values meanwhile.
 */
export function revealField(reader: () => CatalogueReader): Handlers['documents.reveal'] {
  return async ({ tenantId, batchId, documentId, field }) => {
    const key = { tenantId, batchId, documentId };
    const read = await reader().run('extraction.documentById', key);
    if (!read.ok) return read;
    const { items, receipt } = read.value;
    const [item] = items;
    if (item === undefined) return { ...refused({ code: 'not-found', ...noDocument(documentId) }), receipt };
    const found = findMember(toMap(findDeclared(item.attributes, 'fields')), field);
    if (found === undefined) return { ...noField(field, item.attributes), receipt };
    const value = 'M' in found ? findMember(found.M, 'value') : found;
    if (value === undefined) return { ...noValue(field), receipt };
    if (listTexts(found).some(isPresigned)) return { ...isSecret(field), receipt };
    return ok({ value: plainText(value), readings: listReadings(found) }, receipt);
  };
}

function listReadings(field: AttributeValue): { reader: string; value: string }[] {
  const readings = 'M' in field ? toMap(findMember(field.M, 'readings')) : {};
  return Object.entries(readings).flatMap(([reader, reading]) => {
    const value = findMember(toMap(reading), 'value');
    return value === undefined ? [] : [{ reader, value: plainText(value) }];
  });
}

function toMap(value: AttributeValue | undefined): Attributes {
  return value !== undefined && 'M' in value ? value.M : {};
}

function findMember(map: Attributes, name: string): AttributeValue | undefined {
  const value = findDeclared(map, name);
  return value !== undefined && 'NULL' in value ? undefined : value;
}

function noField(field: string, attributes: Attributes): Result<never> {
  const elsewhere = findDeclared(attributes, 'resultsAt') !== undefined;
  return notRevealed(
    field,
    elsewhere
      ? 'The values of this document are too large for its item and lie in S3, where the console does not look.'
      : `The document has no field "${field}" any more. Open the document again.`,
  );
}

function noValue(field: string): Result<never> {
  return notRevealed(field, `The field "${field}" has no value.`);
}

function notRevealed(field: string, why: string): Result<never> {
  return refused({ code: 'not-found', message: `${why} Nothing was revealed.`, what: `field ${field}` });
}

function isSecret(field: string): Result<never> {
  const problem = 'holds a presigned address, which never leaves the main process';
  return refused({
    code: 'invalid-input',
    message: `The field "${field}" ${problem}. Nothing was revealed.`,
    issues: [{ path: 'field', problem }],
  });
}
