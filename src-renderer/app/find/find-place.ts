import { recogniseId } from '#shared/domain/recognise-id.ts';
import type { IdKind } from '#shared/domain/recognise-id.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** What is looked up, where no address may hold it. */
    readonly pasted?: string;
  }
}

/** Where an id is looked up. An e-mail address is not written into an address, which browsers keep. */
export function findPlace(id: string, as?: IdKind) {
  const isPersonal = as === 'e-mail' || recogniseId(id)?.kind === 'e-mail';
  const kind = as === undefined ? {} : { as };
  return {
    to: '/find',
    search: isPersonal ? kind : { id, ...kind },
    state: isPersonal ? { pasted: id } : {},
  } as const;
}
