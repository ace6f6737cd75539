import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { ConnectionDoors } from '../../../aws/connection-access.ts';
import type { Handlers } from '../../../contract/handlers.ts';
import { noDocument } from '../../../rows/document-rows.ts';
import { readsSoFar } from '../../../reads/paid-reads.ts';

/** A page takes it whole, and keeps two beside it. */
const mostBytes = 25 * 1_048_576;

/** The file as it lies in S3. Where it lies is read from the document, and never taken from a page. */
export function readFile(doors: () => ConnectionDoors): Handlers['review.file'] {
  return async ({ tenantId, batchId, documentId }) => {
    const { reader, files } = doors();
    const reads = readsSoFar();
    const key = { tenantId, batchId, documentId };
    const found = reads.paid(await reader.run('extraction.documentById', key));
    if (!found.ok) return found;
    const { items, receipt } = found.value;
    const [item] = items;
    if (item === undefined) return { ...refused({ code: 'not-found', ...noDocument(documentId) }), receipt };
    const place = findDeclared(item.attributes, 'objectKey');
    if (place === undefined || !('S' in place) || place.S === '') {
      const message = 'The document does not say where its file lies. Nothing was read of S3.';
      return { ...refused({ code: 'not-found', message, what: 'objectKey' }), receipt };
    }
    const read = reads.paid(await files.read(place.S, mostBytes));
    const paid = reads.receipt() ?? receipt;
    if (!read.ok) return { ...read, receipt: paid };
    const { bytes, contentType } = read.value;
    const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
    return ok({ base64, bytes: bytes.length, contentType }, paid);
  };
}
