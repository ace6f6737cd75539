import type { PriceBook } from '#shared/pricing/price-book.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';
import { PriceStanding } from '../book/price-standing.tsx';
import { priceText, sourceWords } from '../book/price-words.ts';
import styles from './costs-view.module.css';

/** The prices that the page's figures are made of, and how well each is known. */
export function PricesPart({ book }: { readonly book: PriceBook }) {
  return (
    <ViewPart title="Prices in use" hint={`${book.name}, ${book.region}`}>
      <table className={plain.table} aria-label="Prices in use">
        <thead>
          <tr>
            <th scope="col">Price</th>
            <th scope="col">Source</th>
            <th scope="col">Known</th>
          </tr>
        </thead>
        <tbody>
          {used.flatMap((name) => {
            const price = book.prices[name];
            if (price === undefined) return [];
            return [
              <tr key={name}>
                <th scope="row">{priceText(price)}</th>
                <td className={styles.source}>
                  {sourceWords(price)}
                  {price.note === undefined ? '' : `. ${price.note}`}
                </td>
                <td>
                  <PriceStanding price={price} />
                </td>
              </tr>,
            ];
          })}
        </tbody>
      </table>
    </ViewPart>
  );
}

const used = ['dynamodb.read', 'dynamodb.write', 'dynamodb.readCapacity', 'dynamodb.writeCapacity'] as const;
