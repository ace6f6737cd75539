import { Button } from '#renderer/ui/button/button.tsx';
import styles from './list-end.module.css';
import { otherItemsWords, type Pages } from './use-pages.ts';

interface ListEndProps {
  readonly pages: Pages<unknown>;
  readonly note: string;
}

/** Below the last row: whether it is the last, and what another page would cost. */
export function ListEnd({ pages, note }: ListEndProps) {
  const { complete, reading, receipts, throttled, readOn } = pages;
  const last = receipts.at(-1)?.rru;
  const price = last === undefined ? '' : `, about ${String(last)} RRU`;
  return (
    <div className={styles.end}>
      {throttled === 0 ? null : (
        <p>
          DynamoDB said “slower” {throttled === 1 ? 'once' : `${String(throttled)} times`} before it answered.
        </p>
      )}
      <OtherItems pages={pages} />
      {complete ? (
        <p>{note}</p>
      ) : (
        <Button size="sm" variant="ghost" shortcut="M" loading={reading} onClick={readOn}>
          {`Next page${price}`}
        </Button>
      )}
    </div>
  );
}

/** An item that is no row of the list is still there, and told once. */
export function OtherItems({ pages: { others } }: { readonly pages: Pick<Pages<unknown>, 'others'> }) {
  return others.length === 0 ? null : <p className={styles.others}>{otherItemsWords(others)}</p>;
}
