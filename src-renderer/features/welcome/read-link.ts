import { readCaseLink, toOpenAddress } from '#shared/domain/case-link.ts';
import { findIdProblem, readPastedId, recogniseId, type IdProblem } from '#shared/domain/recognise-id.ts';
import { pages } from '#shared/domain/screens.ts';
import { messages } from './messages.ts';

/** Where a pasted text leads: to the lookup of an id, to a page with its filters, or nowhere. */
export type ReadLink =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'page'; readonly address: string }
  | { readonly kind: 'problem'; readonly problem: string };

/** Reads what a colleague may send: a sluice:// link, the address of a page of Sluice or of AWS, or an id. */
export function readLink(pasted: string): ReadLink {
  const text = pasted.trim().replace(/^<(.*)>$/s, '$1');
  if (text === '') return problem(messages.link.empty);
  if (/^sluice:/i.test(text)) return readSluiceLink(text);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return readWebAddress(text);
  const { problem: found } = readPastedId(text);
  return found === null ? { kind: 'id', id: text } : problem(idProblems[found]);
}

function readSluiceLink(link: string): ReadLink {
  const ofCase = readCaseLink(link);
  if (ofCase !== null) return { kind: 'page', address: toOpenAddress(ofCase) };
  const [, name] = /^sluice:\/\/page\/([a-z-]+)\/?$/i.exec(link) ?? [];
  if (name !== undefined) {
    const page = pages.find(({ path }) => path === `/${name.toLowerCase()}`);
    return page === undefined ? problem(messages.link.noPage(name)) : { kind: 'page', address: page.path };
  }
  const [, queue] = /^sluice:\/\/queue\/([\w-]{1,75}(?:\.fifo)?)\/?$/i.exec(link) ?? [];
  if (queue !== undefined) return { kind: 'page', address: `/dead-letters?queue=${queue}` };
  const recognised = recogniseId(link);
  return recognised === undefined ? problem(messages.link.noSluiceLink) : { kind: 'id', id: link };
}

function readWebAddress(text: string): ReadLink {
  if (!URL.canParse(text)) return problem(messages.link.noAddress);
  const { protocol, hostname, pathname, search } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return problem(messages.link.noAddress);
  if (thisMachine.has(hostname)) {
    // A colleague's console runs on their machine, so only the page and its filters are of use here.
    const isPage = pages.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
    if (isPage || pathname === '/find') return { kind: 'page', address: pathname + search };
    return problem(messages.link.noPage(pathname));
  }
  const execution = recogniseId(text);
  if (execution?.kind === 'execution' && findIdProblem(execution.id) === null) {
    return { kind: 'id', id: execution.id };
  }
  const isAws = /(?:^|\.)aws\.amazon\.com$/.test(hostname);
  return problem(isAws ? messages.link.noExecution : messages.link.otherSite(hostname));
}

const thisMachine: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

const idProblems: Readonly<Record<IdProblem, string>> = {
  empty: messages.link.empty,
  separator: messages.link.separator,
  'several-lines': messages.link.severalLines,
  'too-long': messages.link.tooLong,
  'half-character': messages.link.halfCharacter,
};

function problem(text: string): ReadLink {
  return { kind: 'problem', problem: text };
}
