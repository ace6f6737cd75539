import { findDeclared } from '#shared/catalogue/declaration.ts';
import { plainText, type Attributes, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { RevealedField } from '#shared/contract/triage.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { CatalogueReader, PageRead } from '../../aws/dynamodb/reading.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { SeenDocuments } from '../../reads/seen-documents.ts';
import { documentRow, noDocument, openDocument } from '../../rows/document-rows.ts';
import { oneRow, pageOfRows } from '../../rows/page-of-rows.ts';
import { passportRow } from '../../rows/passport-rows.ts';
import { isPresigned, listTexts } from '../../rows/shown-text.ts';
import { findGoodDocuments } from './find-good-documents.ts';

type Names = Extract<keyof Handlers, `documents.${string}`>;

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly seen: SeenDocuments;
  readonly now: () => number;
}

export function documentsHandlers({ doors, seen, now }: Parts): Pick<Handlers, Names> {
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
    'documents.revealFields': revealFields(reader),
    'documents.findGood': findGoodDocuments({ reader, seen, now }),

    'documents.passport': async ({ tenantId, documentId, cursor, pageSize, commentsOnly }) => {
      const page = pageOfRows(
        await reader().run('extraction.documentHistory', { tenantId, documentId }, { cursor, pageSize }),
        passportRow,
        'DocumentEvent',
      );
      if (!page.ok || commentsOnly !== true) return page;
      const rows = page.value.rows.filter(({ what }) => what === 'commented' || what === 'handed over');
      return { ...page, value: { ...page.value, rows } };
    },
  };
}

/**
 * Reveals one field's value by reading the document again by key, because the main process keeps no values meanwhile.
 */
export function revealField(reader: () => CatalogueReader): Handlers['documents.reveal'] {
  return async ({ field, ...key }) => {
    const read = await readAgain(reader(), key);
    if (!read.ok) return read;
    const { value: attributes, receipt } = read;
    const found = findValue(attributes, field);
    if ('value' in found) return ok({ value: found.value, readings: found.readings }, receipt);
    const refusal = found.kept === 'secret' ? isSecret(field) : notRevealed(field, found.why);
    return receipt === undefined ? refusal : { ...refusal, receipt };
  };
}

/** Reveals the named fields by one read. A field that may not be shown, or has no value, leaves the others. */
function revealFields(reader: () => CatalogueReader): Handlers['documents.revealFields'] {
  return async ({ fields, ...key }) => {
    const read = await readAgain(reader(), key);
    if (!read.ok) return read;
    const { value: attributes, receipt } = read;
    const found = [...new Set(fields)].map((field) => ({ field, ...findValue(attributes, field) }));
    return ok(
      {
        shown: found.flatMap((one) =>
          'value' in one ? [{ field: one.field, value: one.value, readings: one.readings }] : [],
        ),
        kept: found.flatMap((one) => ('kept' in one ? [{ field: one.field, why: one.why }] : [])),
      },
      receipt,
    );
  };
}

/** Adds the number of revealed fields to an audited call, since the trail holds no names of fields. */
export function auditedFields(operation: string, input: unknown): Readonly<Record<string, string>> {
  if (operation !== 'documents.revealFields') return {};
  const { fields } = input as { readonly fields: readonly string[] };
  return { fields: String(new Set(fields).size) };
}

async function readAgain(
  reader: CatalogueReader,
  key: { readonly tenantId: string; readonly batchId: string; readonly documentId: string },
): Promise<Result<Attributes>> {
  const read = await reader.run('extraction.documentById', key);
  if (!read.ok) return read;
  const { items, receipt } = read.value;
  const [item] = items;
  return item === undefined
    ? { ...refused({ code: 'not-found', ...noDocument(key.documentId) }), receipt }
    : ok(item.attributes, receipt);
}

type Found =
  | RevealedField
  /** The value stays in the main process. */
  | { readonly kept: 'secret' | 'absent'; readonly why: string };

function findValue(attributes: Attributes, field: string): Found {
  const found = findMember(toMap(findDeclared(attributes, 'fields')), field);
  if (found === undefined) return { kept: 'absent', why: explainNoField(field, attributes) };
  const value = 'M' in found ? findMember(found.M, 'value') : found;
  if (value === undefined) return { kept: 'absent', why: `The field "${field}" has no value.` };
  if (listTexts(found).some(isPresigned)) return { kept: 'secret', why: secret(field) };
  return { value: plainText(value), readings: listReadings(found) };
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

function explainNoField(field: string, attributes: Attributes): string {
  return findDeclared(attributes, 'resultsAt') === undefined
    ? `The document has no field "${field}" any more. Open the document again.`
    : 'The values of this document are too large for its item and lie in S3, where the console does not look.';
}

function notRevealed(field: string, why: string): Result<never> {
  return refused({ code: 'not-found', message: `${why} Nothing was revealed.`, what: `field ${field}` });
}

function isSecret(field: string): Result<never> {
  return refused({
    code: 'invalid-input',
    message: `${secret(field)} Nothing was revealed.`,
    issues: [{ path: 'field', problem: presigned }],
  });
}

function secret(field: string): string {
  return `The field "${field}" ${presigned}.`;
}

const presigned = 'holds a presigned address, which never leaves the main process';
