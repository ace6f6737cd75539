import { extraction } from '#shared/catalogue/systems/extraction.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { placeOf } from '../../../../jobs/actions/document-key.ts';
import { documentRow } from '../../../../rows/document-rows.ts';
import type { Asking, ChangeParts } from './change.ts';

/**
 * An index may be behind what was just done or found: lists that are read later look at the item itself, and those on the
 * screen are told at once. `item`: as the API tells of it, where it did.
 */
export function tellLists(
  { change, doors, session }: Asking,
  item: Attributes | undefined,
  { seen, session: now }: Pick<ChangeParts, 'seen' | 'session'>,
): void {
  const { tenantId, projectId, batchId, documentId } = change.seen;
  const document = placeOf('Document', { tenantId, batchId, documentId });
  doors.reader.changed(extraction, [placeOf('Batch', { tenantId, projectId, batchId }), document]);
  const { id } = session.connection;
  // What comes back after the sandbox began anew is of documents that are no more.
  const isGone = id === sandboxConnectionId && now().sandboxResets !== session.sandboxResets;
  if (item === undefined || isGone) return;
  const stored = { ...document, entity: 'Document', attributes: item, bytes: 0 };
  const row = documentRow({ ...stored, catchingUp: false, expired: false });
  seen(id, { documents: [row], batches: [] });
}
