import { findCaseLink, sandboxDeployment, toOpenAddress, type CaseLink } from '#shared/domain/case-link.ts';
import { pages } from '#shared/domain/screens.ts';
import { writeAsPaste, type IdInText } from '#shared/domain/pasted-text.ts';
import { readPastedId } from '#shared/domain/recognise-id.ts';
import type { IdKind, PastedId, RecognisedId } from '#shared/domain/recognise-id.ts';
import type { IconName } from '#renderer/ui/product-icons.ts';
import {
  costText,
  idsToChooseFrom,
  kindNames,
  nameOfId,
  searchHint,
  shortened,
  sourceText,
} from '../find/messages.ts';
import type { Command } from './command.ts';

/**
 * Returns the lookups that a pasted text allows, the best first, or none if the text cannot be an id. The
 * page that a lookup leads to is known only once it has found something.
 */
export function findCommands(pasted: string): readonly Command[] {
  const link = findCaseLink(pasted);
  const linked = link === null ? [] : [openLink(link)];
  const read = readPastedId(pasted);
  const [first] = read.asks;
  const inside = [...linked, ...idsToChooseFrom(pasted).map(findInside)];
  // A sentence can be an id, but hardly ever is one when there are ids in it.
  if (first === undefined || (read.shape === 'unknown' && inside.length > 0)) return inside;
  const goTo = pasted.trim();
  const whole: Command = {
    ...base,
    id: findCommandId,
    title: `Find ${formatTitle(read, first)}`,
    icon: read.shape === 'unknown' ? 'search' : icons[first.kind],
    hint: formatHint(read, first),
    run: (context) => (isAlone(first) ? context.goToFind(goTo, undefined, true) : context.goToFind(goTo)),
  };
  return [whole, ...inside, ...alternatives(read).map((one) => toAlternative(one, read.text))];
}

function openLink(link: CaseLink): Command {
  const { page, search } = link.place;
  const title = pages.find(({ path }) => path === page)?.title ?? page;
  const about = ['document', 'batch', 'cause', 'queue', 'job'].find((name) => search[name] !== undefined);
  const what = about === undefined ? title : `${title}, ${about} ${shortened(search[about] ?? '')}`;
  return {
    ...base,
    id: `${findCommandId} as link`,
    title: `Open the link: ${what}`,
    icon: 'link',
    hint: link.deployment === sandboxDeployment ? 'sandbox' : link.deployment,
    run: (context) => context.goToAddress(toOpenAddress(link)),
  };
}

function findInside({ id, source }: IdInText): Command {
  return {
    ...base,
    id: `${findCommandId} as ${id.kind} ${id.id}`,
    title: `Find ${nameOfId(id)}`,
    icon: icons[id.kind],
    hint: isAlone(id) ? searchHint() : sourceText(source),
    run: (context) =>
      isAlone(id)
        ? context.goToFind(writeAsPaste(id), id.kind, true)
        : context.goToFind(writeAsPaste(id), id.kind),
  };
}

/** A document without its batch has to be looked for, in the newest batches. */
function isAlone({ kind, within }: RecognisedId): boolean {
  return kind === 'document' && within === undefined;
}

const findCommandId = 'find';

/** Returns the id of the row that looks up the whole text, as a kind if one was chosen. */
export function lookupId(as: IdKind | undefined): string {
  return as === undefined ? findCommandId : `${findCommandId} as ${as}`;
}

/**
 * Is also true for a lookup as one kind. Lookups are not kept as recent commands, since each pasted id is
 * different.
 */
export function isFindCommand(id: string): boolean {
  return id === findCommandId || id.startsWith(`${findCommandId} as `);
}

const base = {
  section: 'Ids',
  keywords: [],
  opensPage: true,
  isAvailable: () => true,
} as const satisfies Partial<Command>;

function formatTitle({ shape, text, asks }: PastedId, { kind, id }: RecognisedId): string {
  if (shape === 'unknown') return `“${shortened(text)}”`;
  const isUuid = shape === 'likely' && asks[1]?.kind === 'message';
  const name = kind === 'e-mail' ? 'person' : kind === 'file' ? 'file' : kindNames[kind];
  return `${isUuid ? 'batch or message' : name} ${shortened(id)}`;
}

function formatHint({ shape, asks }: PastedId, { kind, within }: RecognisedId): string {
  if (within !== undefined) return `of ${shortened(within.batchId)}`;
  const isGuess = shape === 'unknown' || asks[1]?.kind === 'message';
  // No index knows a document by its id alone, so nothing is read for it.
  const reads = asks.filter((one) => one.kind !== 'document').length;
  if (kind === 'document' && !isGuess) return searchHint();
  return isGuess ? `batch first, 0.5–${String(reads * 0.5)} RRU` : hints[kind];
}

/**
 * Returns the kinds that are not asked automatically if the kind is unknown, and for a UUID also a lookup as a
 * message alone.
 */
function alternatives({ shape, asks, offers }: PastedId): readonly RecognisedId[] {
  const messages = asks.filter(({ kind }) => kind === 'message');
  return shape === 'unknown' || messages.length > 0 ? [...messages, ...offers] : [];
}

function toAlternative({ kind }: RecognisedId, text: string): Command {
  return {
    ...base,
    id: `${findCommandId} as ${kind}`,
    title: `Find ${kind === 'e-mail' ? 'person' : kindNames[kind]} ${shortened(text)}`,
    icon: icons[kind],
    hint: costText(kind),
    run: (context) => context.goToFind(text, kind),
  };
}

/** Each hint says where the id is looked up and how much is read for it. */
const hints: Readonly<Record<IdKind, string>> = {
  batch: 'one query of GSI3',
  'download batch': 'one read by its key',
  document: 'one read by its key',
  execution: 'by its batch, one query of GSI3',
  message: 'one read by its key',
  file: 'one read by its key',
  'e-mail': 'one query of GSI1',
  tenant: 'one read by its key',
};

const icons: Readonly<Record<IdKind, IconName>> = {
  batch: 'triage',
  'download batch': 'downloads',
  document: 'document',
  execution: 'workflows',
  message: 'deadLetters',
  file: 'downloads',
  'e-mail': 'person',
  tenant: 'tenant',
};
