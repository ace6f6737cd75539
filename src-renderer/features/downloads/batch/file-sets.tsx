import { Fragment } from 'react';
import type { FileSets as Sets } from '#shared/domain/downloads/file-sets.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { listed } from '#shared/domain/listed-words.ts';
import { fileWords } from '../strip/day-words.ts';
import styles from './file-sets.module.css';

/** What a batch says of its files, and how the rest follows from it. */
export function FileSets({ sets, stuck }: { readonly sets: Sets; readonly stuck: Stuck }) {
  const { expected, completed, failed, open } = sets;
  const figures = [
    { sign: '', label: 'Expected', ids: expected, tone: undefined, after: '' },
    { sign: '−', label: 'Completed', ids: completed, tone: undefined, after: '' },
    { sign: '−', label: 'Failed', ids: failed, tone: failed.length > 0 ? 'bad' : undefined, after: '' },
    {
      sign: '=',
      label: 'Open',
      ids: open,
      tone: undefined,
      after: stuckWords(stuck),
    },
  ] as const;
  return (
    <section className={styles.sets} aria-label="Files as the batch counts them">
      <dl className={styles.figures}>
        {figures.map(({ sign, label, ids, tone, after }) => (
          <Fragment key={label}>
            {sign === '' ? null : (
              <div className={styles.sign} aria-hidden>
                <span>{sign}</span>
              </div>
            )}
            <div className={styles.figure} title={ids.length === 0 ? undefined : ids.join('\n')}>
              <dt>{label}</dt>
              <dd data-tone={tone}>
                {grouped(ids.length)}
                {after === '' ? null : <small>{` ${after}`}</small>}
              </dd>
            </div>
          </Fragment>
        ))}
      </dl>
      {oddWords(sets).map((odd) => (
        <p key={odd} className={styles.odd}>
          {odd}
        </p>
      ))}
    </section>
  );
}

export interface Stuck {
  readonly count: number;
  /** Whether all files of the batch were looked at. */
  readonly isAll: boolean;
}

/** "3 stand still", "at least 3 stand still"; nothing of none. */
export function stuckWords({ count, isAll }: Stuck): string {
  if (count === 0) return '';
  return `${isAll ? '' : 'at least '}${grouped(count)} ${count === 1 ? 'stands' : 'stand'} still`;
}

/** Where the sets do not lie in each other, so that the figures alone do not come out. */
export function oddWords({ unexpected, inBoth }: Pick<Sets, 'unexpected' | 'inBoth'>): readonly string[] {
  return [
    ...(unexpected.length === 0
      ? []
      : [
          `Counted and not expected, (completed ∪ failed) − expected: ${fileWords(unexpected.length)}, ${some(unexpected)}.`,
        ]),
    ...(inBoth.length === 0
      ? []
      : [`Counted as completed and as failed: ${fileWords(inBoth.length)}, ${some(inBoth)}.`]),
  ];
}

function some(ids: readonly string[]): string {
  return ids.length <= shown
    ? listed(ids)
    : `${ids.slice(0, shown).join(', ')} and ${grouped(ids.length - shown)} more`;
}

const shown = 4;
