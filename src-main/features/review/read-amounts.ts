import { ok, type Result } from '#shared/contract/result.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { Session } from '#shared/contract/session.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { paidReads } from '../../reads/paid-reads.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { readRow } from '../../rows/read-row.ts';
import { readAmount, type WaitingDocument } from '../../rows/waiting-document.ts';
import type { QueueParts } from './read-queue.ts';

type Amount = WaitingDocument['amount'];
type World = Pick<Session, 'connection' | 'sandboxResets'>;
type DocumentPlace = Omit<ReviewKey, 'projectId'>;

/**
 * The amounts of documents that the queue has read. They stay in the main process until a person asks for them, which is
 * audited, and need not be read a second time.
 */
export interface AmountsRead {
  keep(world: World, document: Pick<WaitingDocument, 'row' | 'amount'>): void;
  /** Undefined: it was not read, or too long ago. */
  find(world: World, place: DocumentPlace): { readonly amount: Amount } | undefined;
}

const keptFor = 15 * 60_000;
const mostKept = 5_000;

export function openAmounts(now: () => number): AmountsRead {
  const kept = new Map<string, { readonly amount: Amount; readonly until: number }>();
  return {
    keep(world, { row, amount }) {
      const name = formatPlace(world, row);
      kept.delete(name);
      kept.set(name, { amount, until: now() + keptFor });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
    },
    find(world, place) {
      const found = kept.get(formatPlace(world, place));
      return found === undefined || found.until <= now() ? undefined : found;
    },
  };
}

function formatPlace({ connection, sandboxResets }: World, place: DocumentPlace): string {
  return JSON.stringify([connection.id, sandboxResets, place.tenantId, place.batchId, place.documentId]);
}

/** Returns the amounts of listed documents. It is a command, so that reading values is audited. */
export function readAmounts({ doors, session, amounts, now }: QueueParts): Handlers['review.amounts'] {
  return async ({ documents }) => {
    const held = session();
    const foreign = documents.find(({ tenantId }) => !maySeeTenant(held.who, tenantId));
    if (foreign !== undefined) return outOfScope(foreign.tenantId, 'Nothing was read.');
    const found = new Map<string, Amount>();
    const missing: ReviewKey[] = [];
    for (const key of documents) {
      const known = amounts?.find(held, key);
      if (known === undefined) missing.push(key);
      else found.set(formatName(key), known.amount);
    }
    const reads = paidReads({ pattern: 'extraction.documentsByKeys', index: 'table' }, now);
    if (missing.length > 0) {
      const { reader } = doors();
      const keys = missing.map(({ tenantId, batchId, documentId }) => ({ tenantId, batchId, documentId }));
      const read = reads.paid(await reader.run('extraction.documentsByKeys', keys));
      if (!read.ok) return reads.billed<never>(read);
      // The schema is not known here, so the field is found by its name.
      for (const item of itemsOfKind(read.value.items, 'Document').own) {
        const { id } = readRow(item, 'Document');
        const place = { tenantId: id('tenantId'), batchId: id('batchId'), documentId: id('documentId') };
        found.set(formatName(place), readAmount(item.attributes, null));
      }
    }
    const answer: Result<{ amounts: (DocumentPlace & { amount: Amount })[] }> = ok({
      amounts: documents.map(({ tenantId, batchId, documentId }) => ({
        tenantId,
        batchId,
        documentId,
        amount: found.get(formatName({ tenantId, batchId, documentId })) ?? null,
      })),
    });
    return reads.billed(answer);
  };
}

function formatName({ tenantId, batchId, documentId }: DocumentPlace): string {
  return JSON.stringify([tenantId, batchId, documentId]);
}
