import type { Session } from '#shared/contract/session.ts';

export interface DocumentPlace {
  readonly tenantId: string;
  readonly batchId: string;
  readonly documentId: string;
}

/** Remembers the batch of each document that a page has shown, because no index finds it by document id alone. */
export interface SeenDocuments {
  /** Returns the documents of the connection that is open now; an answer that arrives later still belongs to it. */
  here(): {
    note(documents: readonly DocumentPlace[]): void;
    find(documentId: string): DocumentPlace | undefined;
  };
}

const usuallyKept = 20_000;

export function seenDocuments(
  session: () => Pick<Session, 'connection' | 'sandboxResets'>,
  mostKept = usuallyKept,
): SeenDocuments {
  let shelf = { of: '', places: new Map<string, DocumentPlace | null>() };

  return {
    here() {
      const { connection, sandboxResets } = session();
      const of = JSON.stringify([connection.id, sandboxResets]);
      if (shelf.of !== of) shelf = { of, places: new Map() };
      const { places } = shelf;
      return {
        note(documents) {
          for (const { tenantId, batchId, documentId } of documents) {
            const before = places.get(documentId);
            const isOther =
              before === null ||
              (before !== undefined && (before.batchId !== batchId || before.tenantId !== tenantId));
            places.delete(documentId);
            // Two documents with the same id cannot be told apart, so neither is returned.
            places.set(documentId, isOther ? null : { tenantId, batchId, documentId });
          }
          for (const oldest of places.keys()) {
            if (places.size <= mostKept) break;
            places.delete(oldest);
          }
        },
        find: (documentId) => places.get(documentId) ?? undefined,
      };
    },
  };
}
