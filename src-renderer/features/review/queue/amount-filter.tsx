import { useState } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import { Popover } from '#renderer/ui/popover/popover.tsx';
import { anyAmount, rangeWords, readRange, typedRange } from './amount-range.ts';
import type { AmountRange, ReadRange } from './amount-range.ts';
import styles from './queue-filters.module.css';

interface AmountFilterProps {
  readonly range: AmountRange;
  readonly onChange: (range: AmountRange) => void;
}

export function AmountFilter({ range, onChange }: AmountFilterProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      title="Amount of the document"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" opens className={styles.pick ?? ''}>
          {rangeWords(range)}
        </Button>
      }
    >
      <RangeForm
        range={range}
        onChange={(next) => {
          setOpen(false);
          onChange(next);
        }}
      />
    </Popover>
  );
}

/** Mounted when it opens, so that it begins with what holds now. */
function RangeForm({ range, onChange }: AmountFilterProps) {
  const [typed, setTyped] = useState(typedRange(range));
  const [wrong, setWrong] = useState<Extract<ReadRange, { readonly ok: false }> | null>(null);

  function apply(): void {
    const read = readRange(typed);
    if (read.ok) onChange(read.range);
    else setWrong(read);
  }

  return (
    <form
      className={styles.amounts}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className={styles.ends}>
        <TextField
          label="From"
          size="sm"
          mono
          inputMode="decimal"
          value={typed.from}
          error={wrong?.from}
          onChange={(event) => setTyped({ ...typed, from: event.target.value })}
        />
        <TextField
          label="To"
          size="sm"
          mono
          inputMode="decimal"
          value={typed.to}
          error={wrong?.to}
          onChange={(event) => setTyped({ ...typed, to: event.target.value })}
        />
      </div>
      <p className={styles.hint}>
        In the document&rsquo;s own currency. It stays out of the address, so that no link gives it away.
      </p>
      <div className={styles.formEnd}>
        <Button size="sm" variant="ghost" onClick={() => onChange(anyAmount)}>
          Any amount
        </Button>
        <Button size="sm" variant="primary" type="submit">
          Filter
        </Button>
      </div>
    </form>
  );
}
