import { recogniseId } from '#shared/domain/recognise-id.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** What is looked up, where no address may hold it. */
    readonly pasted?: string;
  }
}

/** Where an id is looked up. Somebody's e-mail address is not written into an address, which browsers keep. */
export function findPlace(id: string) {
  const isPersonal = recogniseId(id)?.kind === 'e-mail';
  return { to: '/find', search: isPersonal ? {} : { id }, state: isPersonal ? { pasted: id } : {} } as const;
}
