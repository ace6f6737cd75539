import { findIdsInText, type IdInText, type IdSource } from '#shared/domain/pasted-text.ts';
import type { AnsweredLookup, Ask } from '#shared/contract/lookup.ts';
import { idWords, readPastedId } from '#shared/domain/recognise-id.ts';
import type { IdKind, IdProblem, RecognisedId } from '#shared/domain/recognise-id.ts';
import type { DocumentSearch } from '#shared/contract/lookup.ts';
import { documentSearch, mostUnitsOfDocumentSearch } from '#shared/domain/document-search.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { readCost } from '#shared/pricing/request-costs.ts';

/** These are the names of the kinds inside a list, as in "batch, FileID". */
export const kindNames: Readonly<Record<IdKind, string>> = {
  batch: 'batch',
  'download batch': 'download batch',
  document: 'document',
  execution: 'execution',
  message: 'message',
  file: 'FileID',
  'e-mail': 'e-mail',
  tenant: 'tenant',
};

export const problemTexts: Readonly<Record<IdProblem, string>> = {
  empty: 'Paste an id.',
  separator: 'No id can contain #: it separates the parts of a key. Paste the part after it.',
  'several-lines': 'This is more than one line. Paste one id.',
  'too-long': 'An id has at most 256 characters.',
  'half-character': 'The text ends in half a character. Copy it again.',
};

/** Each says where in a pasted text an id stood. */
const sourceNames: Readonly<Record<IdSource, string>> = {
  link: 'a link of Sluice',
  address: 'an address',
  'AWS console address': 'an address of the AWS console',
  'S3 key': 'an S3 key',
  'table key': 'a key of the table',
  ARN: 'an ARN',
  JSON: 'JSON',
  'named value': 'a named value',
  text: 'the text',
  'other spelling': 'the usual spelling',
};

export function sourceText(source: IdSource): string {
  return source === 'other spelling' ? sourceNames[source] : `from ${sourceNames[source]}`;
}

/** Returns for example "document doc-7 of batch-01, northwind". */
export function nameOfId({ kind, id, within, tenantId }: RecognisedId): string {
  const batch = within === undefined ? '' : ` of ${shortened(within.batchId)}`;
  const tenant = within?.tenantId ?? tenantId;
  const name = kind === 'e-mail' ? 'person' : kindNames[kind];
  return `${name} ${shortened(id)}${batch}${tenant === undefined ? '' : `, ${tenant}`}`;
}

export const idsInText = (count: number): string => `${count} ids are in this text`;
export const chooseId = 'Choose one. Nothing was read yet.';

/** The ids to choose from, if the text is more than one id. */
export function idsToChooseFrom(pasted: string): readonly IdInText[] {
  const { shape, text } = readPastedId(pasted);
  if (shape === 'certain') return [];
  const found = findIdsInText(pasted);
  const [first] = found;
  // If the text is this id alone, the whole text is looked up, so the id is not listed a second time.
  const isIdItself = first !== undefined && first.source === 'text' && first.id.id === text;
  return isIdItself ? found.slice(1) : found;
}

export function whyNoId(pasted: string): string {
  return problemTexts[readPastedId(pasted).problem ?? 'empty'];
}

export function noMatchTitle(text: string): string {
  return `No match for “${shortened(text)}”`;
}

/** Returns a sentence such as "Asked: batch (GSI3), FileID (by key).". */
export function askedText(asked: AnsweredLookup['asked']): string {
  const parts = asked.map(({ ask, receipt }) => {
    const how = receipt === null ? notRead(ask) : receipt.index.startsWith('GSI') ? receipt.index : 'by key';
    return `${kindNames[ask.kind]} (${how})`;
  });
  return `Asked: ${parts.join(', ')}.`;
}

function notRead({ kind, id }: Ask): string {
  if (kind !== 'execution') return 'no read needed';
  return id.startsWith('arn:') ? 'not of this connection’s state machine' : 'by its name';
}

export function failedTitle(asks: readonly Pick<RecognisedId, 'kind'>[]): string {
  const [first] = asks;
  return asks.length === 1 && first !== undefined
    ? `Couldn't look it up as ${idWords[first.kind]}`
    : "Couldn't look it up";
}

/** Returns one sentence for each reason, so none if everything was asked. */
export function unaskedTexts(unasked: AnsweredLookup['unasked']): readonly string[] {
  const named = (why: AnsweredLookup['unasked'][number]['why']): string =>
    unasked.flatMap((one) => (one.why === why ? [kindNames[one.ask.kind]] : [])).join(', ');
  const [noIndex, notYours, notHere] = [named('no-index'), named('not-yours'), named('not-here')];
  return [
    ...(noIndex === '' ? [] : [`Not asked: ${noIndex} (no index).`]),
    ...(notYours === '' ? [] : [`Not asked: ${notYours} (requires access to all tenants).`]),
    ...(notHere === '' ? [] : [`Not asked: ${notHere} (not on this connection).`]),
    ...unasked.flatMap(({ ask, why, message }) =>
      why === 'refused' ? [`Couldn't read it as ${kindNames[ask.kind]}: ${message}`] : [],
    ),
  ];
}

/** Each hint says where a thing of this kind may be found instead. */
export const hints: Readonly<Partial<Record<IdKind, string>>> = {
  execution: 'Compare the region, account and state machine of the ARN with this connection.',
  'e-mail': 'Addresses are matched exactly, capitals included.',
  tenant: 'Tenant ids are matched exactly, capitals included.',
  message: 'Only failed messages are recorded, and only for some weeks.',
  document: 'The batch in this key has no such document.',
};

export const checkId = 'Ids are matched exactly. Check the id and the connection.';

/** This does not reveal whether another tenant has the id, because the person may not see that tenant. */
export const checkIdOrTenant = `${checkId} It may belong to a tenant that you don’t have access to.`;

/** Returns for example "0.5 RRU, <$0.0001". It says "from" because an item over 4 KB costs more. */
export function costText(kind: IdKind): string {
  if (kind === 'document') return 'no index, 0 RRU';
  const { text } = readCost(0.5);
  return text === '' ? 'from 0.5 RRU' : `from 0.5 RRU, ${text}`;
}

export const priceNote = (): string => `Prices: ${readCost(0.5).book}.`;

/** Names the same budget on the row of the palette that starts the search. */
export function searchHint(): string {
  const units = Math.max(...Object.values(mostUnitsOfDocumentSearch));
  return `looked for in ${documentSearch.batches} batches, up to ${units} RRU, ${readCost(units).text}`;
}

/** Names the budget of a search before it is spent. */
export function offeredSearch(seesAll: boolean): string {
  const where = seesAll ? 'that need attention, of all tenants' : 'of your tenants';
  const units = Math.max(...Object.values(mostUnitsOfDocumentSearch));
  const { text, book } = readCost(units);
  return `It can be looked for by its key in up to ${documentSearch.batches} of the newest batches ${where}: usually no more than ${units} RRU${text === '' ? '' : `, ${text}`} (prices: ${book}).`;
}

export function searchedText({ found, asked, isAll, where }: DocumentSearch): string {
  if (where === 'choose a tenant') {
    return 'Nothing was read: this deployment keeps no list of the newest batches of all tenants. Open a tenant in Triage, then look there.';
  }
  const batches = `${grouped(asked)} ${asked === 1 ? 'batch' : 'batches'}`;
  if (found.length > 1) {
    const places = found.map(({ tenantId, batchId }) => `${batchId} of ${tenantId}`).join(', ');
    return `Several batches have a document of this id: ${places}. Paste one of them with it.`;
  }
  const which = where === 'newest batches' ? `${batches}, the newest` : `${batches} that need attention`;
  const rest = isAll ? 'There are no others.' : 'Others were not looked at.';
  return `Not found in ${which}. ${rest}`;
}

/** Keeps enough of a long id to recognise it, namely its end, which is the telling part of an ARN. */
export function shortened(id: string): string {
  const letters = Array.from(id.slice(-400));
  const shown = letters.length > 64 ? `…${letters.slice(-63).join('')}` : id;
  // The isolates keep right-to-left letters from reordering the words around them.
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(shown) ? `\u2068${shown}\u2069` : shown;
}
