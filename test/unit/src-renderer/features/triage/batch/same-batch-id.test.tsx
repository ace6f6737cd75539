import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LatestContext, noChanges, withChanges } from '#renderer/contract/changes-provider.tsx';
import { pagedOptions } from '#renderer/contract/operation-options.ts';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import { readTriage } from '#renderer/features/triage/address.ts';
import { useBatchDocuments } from '#renderer/features/triage/batch/batch-documents.ts';
import { documentsPerPage } from '#renderer/features/triage/batch/document-pages.ts';
import { useSelection } from '#renderer/features/triage/batch/document-selection.tsx';
import { toDocumentTab } from '#renderer/features/triage/batch/document-tabs.ts';
import { useFailed } from '#renderer/features/triage/batch/failure-groups.tsx';
import { useReadRows } from '#renderer/features/triage/document/document-neighbours.tsx';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';
import { aBatch, aDocumentRow } from './a-document-row.ts';

const here = aBatch({ tenantId: 'northwind', batchId: 'KB-12' });
const there = aBatch({ tenantId: 'kestrel', batchId: 'KB-12' });

/** Returns a window that has read the only page of the failed documents of northwind's batch. */
function aWindow(): QueryClient {
  const client = createQueryClient(fakeBridge(), { onCommandFailure: () => undefined });
  const { tenantId, batchId } = here;
  const value = { rows: [aDocumentRow({ tenantId, batchId })], cursor: null, throttled: 0 };
  client.setQueryData(
    pagedOptions('documents.byStatus', { tenantId, batchId, status: 'FAILED', pageSize: documentsPerPage })
      .queryKey,
    { pages: [{ value, receipt: undefined }], pageParams: [undefined] },
  );
  return client;
}

/** Returns what a hook returns on the first drawing of a page. */
function drawOnce<T>(client: QueryClient, use: () => T, changed: readonly DocumentRow[] = []): T {
  let drawn: { readonly value: T } | undefined;
  function Page(): ReactNode {
    drawn = { value: use() };
    return null;
  }
  renderToString(
    <QueryClientProvider client={client}>
      <LatestContext value={withChanges(noChanges, { batches: [], documents: [...changed] })}>
        <Page />
      </LatestContext>
    </QueryClientProvider>,
  );
  if (drawn === undefined) throw new Error('Nothing was drawn.');
  return drawn.value;
}

test('a batch of another tenant with the same id does not have the selection', () => {
  const client = aWindow();
  const address = readTriage({});
  // A selection that is too long for an address is kept in the window.
  const long = new Set(Array.from({ length: 300 }, (_, at) => `doc-${String(at)}-of-a-long-selection`));
  drawOnce(client, () => useSelection(here, address, () => undefined))[1](long);
  expect(drawOnce(client, () => useSelection(here, address, () => undefined))[0].size).toBe(300);
  expect(drawOnce(client, () => useSelection(there, address, () => undefined))[0].size).toBe(0);
});

test('a document that was changed in a batch of another tenant is not among those of the batch', () => {
  const tab = toDocumentTab('FAILED', here.counts, here.documentCount);
  const useBoth = () => {
    const documents = useBatchDocuments(here, tab);
    return { ...documents, groups: useFailed(here, documents) };
  };
  const changed = (tenantId: string) =>
    aDocumentRow({ tenantId, batchId: here.batchId, documentId: 'doc-2', version: 9 });

  const foreign = drawOnce(aWindow(), useBoth, [changed(there.tenantId)]);
  expect(foreign.list.rows.map(({ documentId }) => documentId)).toEqual(['doc-1']);
  expect(foreign.known).toHaveLength(1);
  // The index lacks 34 of the 35 that the batch counts. A change elsewhere does not explain it.
  expect(foreign.groups.missing).toBe(34);

  const own = drawOnce(aWindow(), useBoth, [changed(here.tenantId)]);
  expect(own.list.rows.map(({ documentId }) => documentId)).toEqual(['doc-2', 'doc-1']);
  expect(own.groups.missing).toBe(0);
});

test('the lists of a batch of another tenant with the same id were not read for this one', () => {
  const client = aWindow();
  expect(drawOnce(client, () => useReadRows(here))).toHaveLength(1);
  expect(drawOnce(client, () => useReadRows(there))).toEqual([]);
});
