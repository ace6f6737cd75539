import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { JsonView } from '#renderer/ui/json-view/json-view.tsx';
import { jsonText } from '#renderer/ui/json-view/json-text.ts';
import { describeCount } from '#renderer/ui/data-table/describe-rows.ts';
import { itemJson } from '../item/item-json.ts';
import { keyOrder } from '../item/key-roles.ts';
import { maskWords } from '../item/mask-words.ts';
import type { JsonValue } from '#renderer/ui/json-view/json-value.ts';
import styles from './results.module.css';

export interface JsonListProps {
  readonly items: readonly ReadItem[];
  readonly located: Located;
}

/** Past this the rest waits in the table: a tree of many thousand lines reads worse than its rows. */
const mostDrawn = 200;

export function JsonList({ items, located }: JsonListProps) {
  const first = keyOrder(located.table);
  const drawn = items.slice(0, mostDrawn).map(({ attributes }) => itemJson(attributes, first));
  const value: JsonValue = drawn.map((item) => item.value);
  const masked = new Map(
    drawn.flatMap(({ masks }, place) =>
      [...masks].map(([path, mask]) => [`/${String(place)}${path}`, maskWords(mask)] as const),
    ),
  );
  return (
    <div className={styles.json}>
      <div className={styles.jsonHead}>
        {items.length > mostDrawn
          ? `The first ${describeCount(mostDrawn)}; an export has all that are loaded.`
          : 'Masks stay on in what is copied.'}
        <CopyButton text={jsonText(value, masked)} label="Copy the JSON" visibleLabel="Copy" />
      </div>
      <JsonView label="Items as JSON" value={value} masked={masked} />
    </div>
  );
}
