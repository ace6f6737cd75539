import { fitsInLink } from '#shared/domain/recognise-id.ts';
import type { Bridge } from '#shared/contract/bridge.ts';

export interface CaseLink {
  readonly text: string;
  readonly says: string;
}

/** A page of the desktop has no address of its own that another program could open; the batch has. */
export function caseLink(host: Bridge['host'], batchId: string, href: string): CaseLink {
  if (host === 'electron' && !fitsInLink(batchId)) {
    return {
      text: batchId,
      says: 'Batch id copied: a link cannot carry this id. Paste it in the palette.',
    };
  }
  if (host === 'electron') {
    return {
      text: `sluice://batch/${encodeURIComponent(batchId)}`,
      says: 'Link to this batch copied. It opens in Sluice, on any machine that has this connection.',
    };
  }
  const address = new URL(href);
  address.hash = '';
  return {
    text: address.href,
    says: 'Link to this very view copied: its tab, filter and selection.',
  };
}
