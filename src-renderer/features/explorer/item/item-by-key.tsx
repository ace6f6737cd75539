import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { Receipt } from '#shared/contract/result.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { AnswerFailure } from '../answer/answer-failure.tsx';
import type { Values } from '../question/fields.ts';
import { ItemKeys, ItemTab } from './item-tab.tsx';
import styles from '../explorer.module.css';
import { formatSize } from './item-json.ts';
import { messages } from '../messages.ts';

interface RawItemProps {
  readonly system: string;
  /** A pattern that finds one item by its key. */
  readonly pattern: string;
  readonly params: Values;
  /** Opens a question of the Explorer with its values filled in. */
  readonly onAsk: (pattern: string, values: Values | undefined) => void;
  readonly onReceipt?: ((receipt: Receipt | undefined) => void) | undefined;
}

/** Shows one raw item with its keys in the colours of their indexes, on any screen. */
export function RawItem(props: RawItemProps) {
  const catalogue = useQuery(operationOptions('catalogue.read', {}));
  const system = catalogue.data?.value.systems.find(({ declaration }) => declaration.id === props.system);
  if (catalogue.data === undefined) return <SkeletonRows rows={6} label={messages.page.reading} />;
  if (system === undefined) {
    return (
      <EmptyState title={`This connection has no system ${props.system}`}>{messages.item.noName}</EmptyState>
    );
  }
  return <ReadItem {...props} open={system} />;
}

function ReadItem({ open, pattern, params, onAsk, onReceipt }: RawItemProps & { readonly open: OpenSystem }) {
  const [shows, setShows] = useState<'item' | 'keys'>('item');
  const located = locate(open.declaration, pattern);
  const query = useInfiniteQuery(
    pagedOptions('explorer.ask', { system: open.declaration.id, pattern, params: [params] }),
  );
  const page = query.data?.pages[0];
  const receipt = page?.receipt;
  const tell = useEffectEvent((next: Receipt | undefined) => onReceipt?.(next));
  useEffect(() => tell(receipt), [receipt]);

  if (page === undefined) {
    return query.error === null ? (
      <SkeletonRows rows={6} label={messages.item.reading} />
    ) : (
      <AnswerFailure
        failure={toFailure(query.error)}
        system={open}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const item = page.value.items[0];
  const again = (
    <IconButton
      icon="refresh"
      size="sm"
      label={query.isFetching ? messages.item.readingAgain : messages.item.readAgain}
      disabled={query.isFetching}
      onClick={() => void query.refetch()}
    />
  );
  if (item === undefined) {
    return (
      <EmptyState title={messages.item.gone} actions={again}>
        {messages.item.goneWhy}
      </EmptyState>
    );
  }
  const parts = {
    system: open,
    located,
    item,
    readAt: Date.parse(receipt?.asOf ?? '') || 0,
    onClose: ignore,
    onAsk,
  };
  return (
    <section className={styles.raw} aria-label={messages.item.raw}>
      <div className={styles.head}>
        <Segmented
          label={messages.item.parts}
          size="sm"
          value={shows}
          onChange={setShows}
          options={[
            { value: 'item', label: 'Item' },
            { value: 'keys', label: 'Keys' },
          ]}
        />
        <span className={styles.size}>{formatSize(item.bytes)}</span>
        {again}
      </div>
      {/* Revealed values are forgotten when the item is read again. */}
      {shows === 'item' ? (
        <ItemTab key={`${page.value.reading} ${item.handle}`} {...parts} />
      ) : (
        <ItemKeys {...parts} />
      )}
    </section>
  );
}

/** Other pages embed the item and close it in their own way. */
function ignore(): void {}
