import { grouped } from '#shared/domain/grouped-number.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import { Spinner } from '#renderer/ui/spinner/spinner.tsx';
import styles from './threshold-editor.module.css';
import { againWords, sampleWords, paidWords, sizePrice } from './sample-words.ts';
import { sampleSizes, type SampleReading } from './use-sample.ts';

interface SampleLineProps {
  readonly reading: Pick<SampleReading, 'sample' | 'receipt' | 'isReading' | 'most' | 'choose' | 'readAgain'>;
}

/** Which documents all of this is about, what reading them has cost, and what more of them would. */
export function SampleLine({ reading }: SampleLineProps) {
  const { sample, receipt, isReading, most, choose, readAgain } = reading;
  const paid = paidWords(receipt);
  return (
    <div className={styles.sampleLine}>
      <p className={styles.origin}>
        {sample && sampleWords(sample)}
        {paid === undefined ? null : (
          <span title={`As DynamoDB counted it, by ${priceBooks[0].name}`}> {paid}.</span>
        )}
      </p>
      {isReading ? (
        <output className={styles.reading}>
          <Spinner /> Reading up to {grouped(most)} documents
        </output>
      ) : null}
      <Select
        label="Documents to read at most"
        labelHidden
        size="sm"
        className={styles.size}
        value={String(most)}
        onChange={(value) => {
          const size = sampleSizes.find((one) => String(one) === value);
          if (size !== undefined) choose(size);
        }}
        options={sampleSizes.map((size) => ({
          value: String(size),
          label: `Read at most ${grouped(size)}`,
          hint: sample && sizePrice(size, sample, receipt),
        }))}
      />
      {sample === undefined ? null : (
        <IconButton
          icon="refresh"
          size="sm"
          label={againWords(paid)}
          disabled={isReading}
          onClick={readAgain}
        />
      )}
    </div>
  );
}
