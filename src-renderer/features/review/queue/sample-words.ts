import type { SamplePage } from '#shared/contract/review/queue.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

/** "One in 50". */
export function shareWords(percent: number): string {
  return `One in ${grouped(Math.round(100 / percent))}`;
}

/** What a sample was drawn from. */
export function drawnWords(
  said: Pick<SamplePage, 'accepted' | 'checked' | 'batches' | 'cut'>,
  left: number,
  hasMore: boolean,
): string {
  const { accepted, checked, batches, cut } = said;
  const of = `${grouped(accepted)} accepted documents of ${batches === 1 ? '1 batch' : `${grouped(batches)} batches`} read`;
  const picked = `${grouped(left)} to check${checked === 0 ? '' : `, ${grouped(checked)} checked already`}`;
  return `${of}: ${picked}${hasMore ? '; older batches were not read' : ''}${cut === null ? '' : `. ${cut.replace(/\.$/, '')}`}`;
}
