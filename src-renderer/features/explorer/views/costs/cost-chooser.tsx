import type { PriceBook } from '#shared/pricing/price-book.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import type { CostChoicesHandle } from './cost-choices.ts';
import styles from './costs-view.module.css';
import { isUnverified } from './prices-part.tsx';

export interface CostChooserProps {
  readonly book: PriceBook;
  readonly handle: CostChoicesHandle;
  /** Questions of this system that were asked in this session. */
  readonly asked: number;
}

/** By which prices, and for how many times as much. */
export function CostChooser({ book, asked, handle: { choices, choose } }: CostChooserProps) {
  return (
    <>
      {asked === 0 ? null : (
        <Segmented
          label="Units a call"
          size="sm"
          value={choices.units}
          onChange={(units) => choose({ units })}
          options={[
            { value: 'declared', label: 'Declared' },
            { value: 'measured', label: `Measured ${asked}` },
          ]}
        />
      )}
      <Segmented
        label="Scale"
        size="sm"
        value={choices.scale}
        onChange={(scale) => choose({ scale })}
        options={scales}
      />
      <Select
        label="Price book"
        labelHidden
        size="sm"
        className={styles.book}
        value={book.id}
        onChange={(next) => choose({ book: next })}
        options={priceBooks.map((one) => ({
          value: one.id,
          label: one.name,
          hint: isUnverified(one) ? 'unverified' : undefined,
        }))}
      />
    </>
  );
}

const scales = [
  { value: '1', label: '1×' },
  { value: '10', label: '10×' },
] as const;
