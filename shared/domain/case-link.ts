import { awsRegionForm } from './aws-region.ts';
import type { PagePath } from './screens.ts';

/** A screen, and what it shows by the parameters of its address. */
export interface CasePlace {
  readonly page: PagePath;
  readonly search: Readonly<Record<string, string>>;
}

/** A link of a case names a deployment and a screen. */
export interface CaseLink {
  /** The deployment, by `deploymentKey`. */
  readonly deployment: string;
  readonly place: CasePlace;
}

/** A longer link is cut by mail programs and by the command line of Windows. */
const longestLink = 2_000;
const longestValue = 512;

/**
 * The parameters that a link may carry, besides the tenant. A link shows a screen and prepares nothing: it carries no
 * selection, no typed filter, no draft of thresholds, and no start of a review, which would claim a document.
 */
const parameters: Readonly<Record<PagePath, readonly string[]>> = {
  '/today': ['as'],
  '/triage': [
    'view',
    'status',
    'project',
    'list',
    'order',
    'of',
    'workflow',
    'cause',
    'older',
    'batch',
    'part',
    'documents',
    'group',
    'document',
    'look',
    'run',
    'execution',
    'event',
    'child',
    'about',
  ],
  '/incidents': ['days', 'show', 'deploy', 'cause'],
  '/review': ['view', 'workflow', 'reasons', 'older', 'percent'],
  '/dead-letters': ['queue', 'group', 'message'],
  '/downloads': ['date', 'until', 'batch', 'file', 'status', 'standing', 'minutes'],
  '/workflows': ['project', 'workflow'],
  '/costs': ['view', 'days', 'list', 'workflow', 'day', 'system'],
  '/monitor': ['range', 'alarm', 'group', 'open'],
  '/explorer': ['system', 'view', 'pattern'],
  '/activity': ['tab', 'job', 'person', 'day', 'batch', 'kind'],
  '/help': [],
  '/settings': ['tab'],
};

interface DeploymentParts {
  readonly accountId: string;
  readonly region: string;
  /** The name of the extraction table, or of another table if there is none. It may be empty. */
  readonly table: string;
}

/**
 * Names a deployment so that every machine gives it the same name. The id and the name of a connection are chosen by
 * each person, but its account, its region and its table are not.
 */
export function deploymentKey({ accountId, region, table }: DeploymentParts): string {
  return `${accountId}:${region}:${table}`;
}

/** Each machine has a sandbox of its own, so this key leads to the sandbox of whoever opens the link. */
export const sandboxDeployment = 'sandbox';

/** Returns null for the sandbox and for anything that is not a deployment. */
export function parseDeployment(key: string): DeploymentParts | null {
  const [, accountId, region, table] = deploymentForm.exec(key) ?? [];
  if (accountId === undefined || region === undefined) return null;
  return { accountId, region, table: table ?? '' };
}

const deploymentForm = new RegExp(String.raw`^(\d{12}):(${awsRegionForm}):([\w.-]{0,255})$`);

/** Writes a link that opens a place; null if it would be too long to be passed on. */
export function writeCaseLink(link: CaseLink): string | null {
  const text = `sluice://open?${writeQuery(link)}`;
  return text.length > longestLink ? null : text;
}

/** Returns the address at which the console opens a link. */
export function toOpenAddress(link: CaseLink): string {
  return `/open?${writeQuery(link)}`;
}

function writeQuery({ deployment, place: { page, search } }: CaseLink): string {
  const allowed = ['tenant', ...parameters[page]].flatMap((name) => {
    const value = search[name];
    return value !== undefined && isPlainValue(value) ? [[name, value] as const] : [];
  });
  return (
    [['in', deployment] as const, ['page', page.slice(1)] as const, ...allowed]
      .map(([name, value]) => `${name}=${escape(value)}`)
      .join('&')
      // A sentence may end after the link.
      .replace(/[.:]$/, (sign) => (sign === '.' ? '%2E' : '%3A'))
  );
}

/** Also escapes what encodeURIComponent leaves, because chats and tickets end a link at such a character. */
function escape(value: string): string {
  return encodeURIComponent(value)
    .replaceAll('%3A', ':')
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Reads a link of a case, or returns null. Links come from mails, tickets and web pages: a link with anything that the
 * console would not have written is no link.
 */
export function readCaseLink(link: string): CaseLink | null {
  if (link.length > longestLink) return null;
  // Some systems add the slash when they pass a link on.
  const [, query] = /^sluice:\/\/open\/?\?([!-~]+)$/i.exec(link) ?? [];
  if (query === undefined || query.includes('#')) return null;
  const search: Record<string, string> = {};
  for (const pair of query.split('&')) {
    const [, name, written] = /^([a-z]{1,20})=(.+)$/.exec(pair) ?? [];
    const value = written === undefined ? undefined : decoded(written);
    if (name === undefined || value === undefined || Object.hasOwn(search, name)) return null;
    search[name] = value;
  }
  return readCaseSearch(search);
}

/** Reads the parameters of the address at which the console opens a link. */
export function readCaseSearch(asked: Readonly<Record<string, unknown>>): CaseLink | null {
  const { in: deployment, page: name, ...rest } = asked;
  if (typeof deployment !== 'string' || typeof name !== 'string') return null;
  if (deployment !== sandboxDeployment && parseDeployment(deployment) === null) return null;
  const page = findPage(name);
  if (page === undefined) return null;
  const search: Record<string, string> = {};
  for (const [parameter, value] of Object.entries(rest)) {
    const isKnown = parameter === 'tenant' || parameters[page].includes(parameter);
    if (!isKnown || typeof value !== 'string' || !isPlainValue(value)) return null;
    search[parameter] = value;
  }
  return { deployment, place: { page, search } };
}

/** Finds the first link of a case in a text such as a message of a chat. */
export function findCaseLink(text: string): CaseLink | null {
  for (const [found] of text.matchAll(/sluice:\/\/open\/?\?[\w:&=%.-]+/gi)) {
    const link = readCaseLink(found.replace(/[.:]+$/, ''));
    if (link !== null) return link;
  }
  return null;
}

function findPage(name: string): PagePath | undefined {
  const path = `/${name}`;
  return Object.hasOwn(parameters, path) ? (path as PagePath) : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Control and format characters, halves of characters and line ends could hide what a link says. */
function isPlainValue(value: string): boolean {
  return value !== '' && value.length <= longestValue && !/[\p{C}\p{Zl}\p{Zp}]/u.test(value);
}

interface BatchName {
  readonly tenantId: string;
  readonly batchId: string;
}

/** The places that a case is about. */
export const casePlaces = {
  batch: ({ tenantId, batchId }: BatchName, group?: string): CasePlace =>
    triage({ tenant: tenantId, batch: batchId, group }),
  document: ({ tenantId, batchId, documentId }: BatchName & { readonly documentId: string }): CasePlace =>
    triage({ tenant: tenantId, batch: batchId, document: documentId }),
  execution: ({ tenantId, batchId }: BatchName, run: number): CasePlace =>
    triage({ tenant: tenantId, batch: batchId, run: String(run), execution: 'overview' }),
  cause: (cause: string): CasePlace => ({ page: '/incidents', search: { cause } }),
  job: (job: string): CasePlace => ({ page: '/activity', search: { job } }),
  queue: (queue: string): CasePlace => ({ page: '/dead-letters', search: { queue } }),
} as const;

function triage(search: Readonly<Record<string, string | undefined>>): CasePlace {
  const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { page: '/triage', search: Object.fromEntries(given) };
}
