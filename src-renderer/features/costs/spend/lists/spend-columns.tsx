import { grouped } from '#shared/domain/grouped-number.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import type { Spend } from '../sums/spend-of.ts';

interface WithSpend {
  readonly spend: Spend;
}

/** An unknown amount is said, and sorts last. */
export function moneyColumn<Row>(
  id: string,
  title: string,
  usdOf: (row: Row) => string | null,
  places = 2,
): DataColumn<Row> {
  return {
    id,
    title,
    value: (row) => {
      const usd = usdOf(row);
      return usd === null ? null : Number(usd);
    },
    text: (row) => {
      const usd = usdOf(row);
      return usd === null ? 'unknown' : moneyText(usd, { places, tiny: 'sign' });
    },
    align: 'end',
    width: 92,
  };
}

export function spendColumns<Row extends WithSpend>(): readonly DataColumn<Row>[] {
  return [
    moneyColumn<Row>('ai', 'AI', ({ spend }) => spend.ai),
    moneyColumn<Row>('infrastructure', 'Infrastructure', ({ spend }) => spend.parts.infrastructure ?? '0'),
    moneyColumn<Row>('estimated', 'Of it estimated', ({ spend }) => spend.estimatedTotal),
  ].map((column) => (column.id === 'ai' ? column : { ...column, width: 108 }));
}

/** "all", "1,200 of 1,500": whose documents were read one by one. */
export function meteredColumn<Row extends WithSpend>(): DataColumn<Row> {
  return {
    id: 'metered',
    title: 'Metered',
    value: ({ spend }) => spend.usage.documents,
    text: ({ spend }) => meteredWords(spend),
    align: 'end',
    width: 116,
  };
}

function meteredWords({ usage, documents }: Spend): string {
  if (documents === 0) return 'none';
  return usage.documents === documents ? 'all' : `${grouped(usage.documents)} of ${grouped(documents)}`;
}
