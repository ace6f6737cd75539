import { useState } from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { usePeople } from '../queue/use-people.ts';
import { filingMessages as messages } from './filing-messages.ts';
import type { Neighbour, Neighbours } from './use-filing.ts';
import styles from './filing.module.css';

/** A document whose pages become part of the new one. The open document has no version here. */
export interface Joined {
  readonly batchId: string;
  readonly documentId: string;
  readonly name: string;
  readonly version: number | null;
}

interface JoinListProps {
  readonly neighbours: Neighbours;
  /** The batch of the open document. */
  readonly batchId: string;
  readonly order: readonly Joined[];
  readonly onOrder: (order: readonly Joined[]) => void;
  readonly error: string | undefined;
}

/** Lists the waiting documents to choose from, and the order in which the pages of the chosen ones are joined. */
export function JoinList({ neighbours, batchId, order, onOrder, error }: JoinListProps) {
  const [query, setQuery] = useState('');
  const { list, isRead, failure } = neighbours;
  const words = query.trim().toLowerCase();
  const found = list.filter(({ name, documentId }) => `${name} ${documentId}`.toLowerCase().includes(words));

  function toggle(one: Neighbour): void {
    const { batchId: batch, documentId, name, version } = one;
    const isIn = order.some((other) => isSame(other, one));
    onOrder(
      isIn
        ? order.filter((other) => !isSame(other, one))
        : [...order, { batchId: batch, documentId, name, version }],
    );
  }

  return (
    <>
      <TextField
        label={messages.search}
        labelHidden
        icon="search"
        placeholder={messages.search}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {failure === null ? null : (
        <Note tone="bad" live>
          <b>{messages.neighboursNotRead}</b> {failure}
        </Note>
      )}
      {isRead || failure !== null ? null : <p className={styles.quiet}>{messages.loadingNeighbours}</p>}
      {isRead && list.length === 0 ? <p className={styles.quiet}>{messages.noNeighbours}</p> : null}
      {isRead && list.length > 0 && found.length === 0 ? (
        <p className={styles.quiet}>{messages.noMatch}</p>
      ) : null}
      {found.length === 0 ? null : (
        <fieldset className={styles.neighbours}>
          <legend className={styles.legend}>{messages.neighbours}</legend>
          <div className={styles.rows}>
            {found.map((one) => (
              <NeighbourRow
                key={`${one.batchId} ${one.documentId}`}
                neighbour={one}
                isOwnBatch={one.batchId === batchId}
                isChosen={order.some((other) => isSame(other, one))}
                onToggle={() => toggle(one)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {error === undefined ? null : <Note tone="warn">{error}</Note>}
      {order.length < 2 ? null : <Order order={order} onOrder={onOrder} />}
    </>
  );
}

function isSame(one: Pick<Joined, 'batchId' | 'documentId'>, other: typeof one): boolean {
  return one.batchId === other.batchId && one.documentId === other.documentId;
}

interface NeighbourRowProps {
  readonly neighbour: Neighbour;
  readonly isOwnBatch: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function NeighbourRow({ neighbour, isOwnBatch, isChosen, onToggle }: NeighbourRowProps) {
  const { name, batchId, claimedBy, claimExpiresAt } = neighbour;
  const { nameOf } = usePeople();
  const now = useNow(30_000);
  const isHeld = claimedBy !== null && Date.parse(claimExpiresAt ?? '') > now;
  return (
    <label className={styles.neighbour}>
      <input type="checkbox" checked={isChosen} disabled={isHeld} onChange={onToggle} />
      <span className={styles.name}>{name}</span>
      <span className={styles.quiet}>
        {isHeld
          ? messages.heldBy(nameOf(claimedBy))
          : isOwnBatch
            ? messages.sameBatch
            : messages.otherBatch(batchId)}
      </span>
    </label>
  );
}

function Order({ order, onOrder }: Pick<JoinListProps, 'order' | 'onOrder'>) {
  function moveUp(at: number): void {
    const [before, one] = [order[at - 1], order[at]];
    if (before === undefined || one === undefined) return;
    onOrder([...order.slice(0, at - 1), one, before, ...order.slice(at + 1)]);
  }
  return (
    <div>
      <p className={styles.legend}>{messages.order}</p>
      <ol className={styles.parts} aria-label={messages.order}>
        {order.map((one, at) => (
          <li key={`${one.batchId} ${one.documentId}`} className={styles.ordered}>
            <span className={styles.name}>
              {at + 1}. {one.name}
            </span>
            {at === 0 ? null : (
              <IconButton size="sm" icon="up" label={messages.moveUp(one.name)} onClick={() => moveUp(at)} />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
