import type { OutputOf } from '#shared/contract/contract.ts';

export type Opened = NonNullable<OutputOf<'monitor.opened'>['opened']>;

/** One click on one notification. Its number alone begins anew with the console's process, which a page may outlive. */
export function clickOf({ number, at }: Pick<Opened, 'number' | 'at'>): string {
  return `${String(number)} ${at}`;
}
