import { useQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { receiptTitle } from '#renderer/contract/use-receipt-titles.ts';
import { Note } from '#renderer/ui/note.tsx';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { findOldestReadTime, ReceiptFooter } from '#renderer/ui/receipt-footer.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/states.tsx';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { Receipt } from '#shared/contract/result.ts';
import { addUpReceipts } from './answer/use-answer.ts';
import type { ExplorerAddress, Go } from './address.ts';
import { BrokenFiles } from './draft/saved-file.tsx';
import { ExplorerDesk, type ExplorerDeskProps } from './explorer-desk.tsx';
import { messages } from './messages.ts';
import styles from './explorer.module.css';

interface ExplorerPageProps extends Pick<ExplorerDeskProps, 'renderCosts' | 'whyNotDescribe'> {
  readonly address: ExplorerAddress;
  readonly go: Go;
}

/** Offers every question that the tables can answer without a scan, and shows the answers. */
export function ExplorerPage({ address, go, renderCosts, whyNotDescribe }: ExplorerPageProps) {
  const catalogue = useQuery(operationOptions('catalogue.read', {}));
  if (catalogue.data === undefined) {
    return (
      <View head={<ViewHead title="Explorer" />}>
        {catalogue.error === null ? (
          <SkeletonRows rows={8} label={messages.page.reading} />
        ) : (
          <ErrorState
            title={messages.page.notRead}
            happened={toFailure(catalogue.error).message}
            notDone={messages.page.notDone}
            next={messages.page.tryAgain}
            reference={toFailure(catalogue.error).reference}
            onRetry={() => void catalogue.refetch()}
            retrying={catalogue.isFetching}
          />
        )}
      </View>
    );
  }

  const { systems, file } = catalogue.data.value;
  const [first, ...others] = systems;
  const note = file === null || file.problems.length === 0 ? null : <CatalogueFileNote file={file} />;
  if (first === undefined) {
    return (
      <View head={<ViewHead title="Explorer" />}>
        {note}
        <EmptyState title={messages.page.noSystem}>{messages.page.noSystemNext}</EmptyState>
      </View>
    );
  }
  return (
    <View foot={<ExplorerFoot systems={systems} />}>
      <div className={styles.page}>
        {note}
        <BrokenFiles
          place={`${address.system ?? ''} ${address.view} ${address.pattern ?? ''}`}
          whyNot={whyNotDescribe}
          onDraft={(view) => go({ ...address, view, pattern: null, values: [], item: null }, 'push')}
        />
        <div className={styles.desk}>
          <ExplorerDesk
            systems={[first, ...others]}
            address={address}
            go={go}
            renderCosts={renderCosts}
            whyNotDescribe={whyNotDescribe}
          />
        </div>
      </div>
    </View>
  );
}

/** Shows the cost of the answers that are still on screen. */
function ExplorerFoot({ systems }: { readonly systems: readonly OpenSystem[] }) {
  const receipts = useReceipts();
  const now = Math.max(useNow(), findOldestReadTime(receipts) ?? 0);
  return (
    <ReceiptFooter receipts={receipts} now={now} titleOf={(pattern) => receiptTitle(systems, pattern)} />
  );
}

/** Returns the receipts of the answers that are still on screen, the latest first. */
function useReceipts(): readonly Receipt[] {
  const client = useQueryClient();
  const [store] = useState(() => createReceiptStore(client));
  return useSyncExternalStore(store.subscribe, store.read);
}

function createReceiptStore(client: QueryClient) {
  const cache = client.getQueryCache();
  let known: { readonly sign: string; readonly receipts: readonly Receipt[] } = { sign: '', receipts: [] };
  return {
    subscribe: (listener: () => void) => cache.subscribe(listener),
    read: (): readonly Receipt[] => {
      const queries = cache
        .findAll({ queryKey: ['explorer.ask'] })
        .filter(({ state }) => state.data !== undefined)
        .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
      const sign = queries
        .map(({ queryHash, state }) => `${queryHash} ${String(state.dataUpdatedAt)}`)
        .join('\n');
      if (sign !== known.sign) {
        const receipts = queries.flatMap(({ state }) => {
          const { pages } = state.data as InfiniteData<{ readonly receipt: Receipt | undefined }>;
          return addUpReceipts(pages.flatMap(({ receipt }) => receipt ?? [])) ?? [];
        });
        known = { sign, receipts };
      }
      return known.receipts;
    },
  };
}

interface CatalogueFileNoteProps {
  readonly file: NonNullable<OutputOf<'catalogue.read'>['file']>;
}

/** Says where each mistake in a team's own catalogue is, the value there, and the expected one. */
function CatalogueFileNote({ file: { path, problems } }: CatalogueFileNoteProps) {
  return (
    <Note tone="warn" flat>
      <b>
        {problems.length === 1 ? 'One problem' : `${String(problems.length)} problems`} in {path}.
      </b>{' '}
      {messages.page.problemNext}
      <ul ref={makeScrollReachable} className={styles.problems}>
        {problems.map((problem) => (
          <li key={`${problem.path} ${problem.problem}`}>
            <code>{problem.path === '' ? 'the file' : problem.path}</code>
            {problem.value === '' ? null : (
              <>
                {' '}
                is <code>{problem.value}</code>
              </>
            )}
            : {problem.problem}
          </li>
        ))}
      </ul>
    </Note>
  );
}
