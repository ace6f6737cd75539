import type { PriceBook } from '#shared/pricing/price-book.ts';
import { Chip } from '#renderer/ui/chip/chip.tsx';
import plain from '../plain-table.module.css';
import { ViewPart } from '../view-frame.tsx';
import { priceText } from './cost-words.ts';
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
                  {price.source}
                  {price.note === undefined ? '' : `. ${price.note}`}
                </td>
                <td>{price.verified ? 'verified' : <Unverified />}</td>
              </tr>,
            ];
          })}
        </tbody>
      </table>
    </ViewPart>
  );
}

/** Whether a request's price was read at second hand. */
export function isUnverified({ prices }: PriceBook): boolean {
  return [prices['dynamodb.read'], prices['dynamodb.write']].some((price) => price?.verified === false);
}

export function Unverified() {
  return <Chip tone="review">unverified</Chip>;
}

const used = ['dynamodb.read', 'dynamodb.write', 'dynamodb.readCapacity', 'dynamodb.writeCapacity'] as const;
