import type { AuditEntry, AuditPage } from '#shared/contract/jobs/audit.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

export function kindText({ kind, code }: Pick<AuditEntry, 'kind' | 'code'>): string {
  if (kind === 'intent') return 'Intent';
  if (kind === 'unreadable') return 'Cannot be read';
  return code === null || code === 'ok' ? 'Done' : `Not done: ${code}`;
}

/** "batchId 01JC9Q, documentId 01JC9R" */
export function idsText(ids: AuditEntry['ids']): string {
  return Object.entries(ids)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** To the second, as a list of times is read; as it stands where it is no time. */
export function utcText(at: string | null): string {
  if (at === null) return '';
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

export interface ChainWords {
  readonly text: string;
  readonly isBroken: boolean;
}

/** What can be said of the trail as a whole: each file is a chain of its own. */
export function chainWords(chains: AuditPage['chains']): ChainWords {
  const broken = chains.filter(({ state }) => state === 'broken').length;
  const entries = grouped(chains.reduce((sum, chain) => sum + chain.entries, 0));
  const count = chains.length === 1 ? '1 chain' : `${grouped(chains.length)} chains`;
  if (chains.length === 0) return { text: 'No chain was begun on this machine.', isBroken: false };
  if (broken > 0) {
    return { text: `${grouped(broken)} of ${count} ${broken === 1 ? 'is' : 'are'} broken.`, isBroken: true };
  }
  const writing = chains.some(({ state }) => state === 'being-written') ? ' One is being written.' : '';
  return {
    text: `${count} with ${entries} entries verified by hash: nothing was changed, exchanged or taken out.${writing}`,
    isBroken: false,
  };
}
