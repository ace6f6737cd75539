import type { Receipt } from '#shared/contract/receipt.ts';
import { slowerWords } from '#renderer/contract/slower-words.ts';
import { otherItemsWords } from '../parts/use-pages.ts';
import { documentsPerPage } from './document-pages.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { DocumentList } from './document-list.ts';
import type { DocumentTab } from './which-documents.ts';

/** After the last row: how much was read, and what reading on would cost. */
export function endWords(
  tab: DocumentTab,
  list: ReadSoFar & Partial<Pick<DocumentList, 'throttled' | 'others'>>,
): string {
  const others = otherItemsWords(list.others ?? []);
  return `${readWords(tab, list)}${slowerWords(list.throttled ?? 0)}${others === '' ? '' : `. ${others}`}`;
}

type ReadSoFar = Pick<DocumentList, 'rows' | 'read' | 'complete' | 'turns' | 'lastRru'>;

function readWords(tab: DocumentTab, list: ReadSoFar): string {
  const { rows, read, complete, turns, lastRru } = list;
  if (turns) {
    const found = read === 0 ? 'None is PROCESSING' : `${grouped(read)} PROCESSING`;
    return `${found}; what is QUEUED is in no index and is found in the base table, ${grouped(documentsPerPage)} documents a page`;
  }
  const price = lastRru === undefined ? '' : `, the next page costs about ${rru(lastRru)}`;
  if (!complete) {
    const of = tab.count === null || tab.base ? '' : ` of ${grouped(tab.count)}`;
    return `${grouped(read)}${of} read${price}`;
  }
  return tab.base || tab.count === null || tab.count <= read
    ? allRead(read, rows.length, tab.base)
    : `GSI2 lists ${grouped(read)} of the ${grouped(tab.count)} this batch counts; All has every one`;
}

/** What an action has moved since stands in another tab now. */
function allRead(read: number, left: number, holdsOthers: boolean): string {
  const moved = holdsOthers ? 0 : read - left;
  return moved > 0 ? `All read; ${grouped(moved)} have moved on since` : `All ${grouped(read)} read`;
}

/** "about 12 RRU" for what is left, by what the documents that were read have cost; nothing where none was. */
export function restPrice(left: number, receipts: readonly Receipt[]): string | undefined {
  const items = receipts.reduce((sum, receipt) => sum + receipt.items, 0);
  const units = receipts.reduce((sum, receipt) => sum + receipt.rru, 0);
  return left <= 0 || items === 0 ? undefined : `about ${rru((units * left) / items)}`;
}

function rru(units: number): string {
  return `${grouped(units < 10 ? Math.ceil(units * 2) / 2 : Math.ceil(units))} RRU`;
}
