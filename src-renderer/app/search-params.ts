import { readActivity, writeActivity } from '#renderer/features/activity/address.ts';
import { readCosts, writeCosts } from '#renderer/features/costs/address.ts';
import { readDeadLetters, writeDeadLetters } from '#renderer/features/dead-letters/address.ts';
import { readDownloads, writeDownloads } from '#renderer/features/downloads/address.ts';
import { readExplorer, writeExplorer } from '#renderer/features/explorer/address.ts';
import { readIncidents, writeIncidents } from '#renderer/features/incidents/address.ts';
import { readMonitor, writeMonitor } from '#renderer/features/monitor/address.ts';
import { readReview, writeReview } from '#renderer/features/review/address.ts';
import { readToday, writeToday } from '#renderer/features/today/address.ts';
import { readTriage, writeTriage } from '#renderer/features/triage/address.ts';
import { readWorkflows, writeWorkflows } from '#renderer/features/workflows/address.ts';
import type { Written } from '#renderer/contract/page-address.ts';
import { settingsTabs, type SettingsTab } from '#renderer/features/settings/settings-tabs.ts';
import { idKinds, type IdKind } from '#shared/domain/recognise-id.ts';

type Search = Readonly<Record<string, unknown>>;

interface SettingsSearch {
  readonly tab: SettingsTab;
  /** This connection is shown, and it need not be the open one. */
  readonly connection?: string;
}

/** Addresses are read leniently, because a person can type one and a typo must not show an error. */
export function settingsSearch({ tab: asked, connection }: Search): SettingsSearch {
  const tab = settingsTabs.find(({ value }) => value === asked)?.value ?? 'connections';
  const isKnown = tab === 'connections' && typeof connection === 'string' && connectionForm.test(connection);
  return isKnown ? { tab, connection } : { tab };
}

const connectionForm = /^[a-z0-9-]{1,64}$/;

interface ConnectionFormSearch {
  /** This connection is changed. */
  readonly edit?: string;
  /** The new connection begins as a copy of this one. */
  readonly like?: string;
  /** This entry of an import is completed. */
  readonly imported?: string;
}

/** Without any of them the form is for a new connection. */
export function connectionFormSearch(search: Search): ConnectionFormSearch {
  const asked = (['edit', 'like', 'imported'] as const).find((name) => {
    const value = search[name];
    return typeof value === 'string' && connectionForm.test(value);
  });
  return asked === undefined ? {} : { [asked]: search[asked] };
}

interface FindSearch {
  readonly id?: string;
  /** The person has chosen to look the id up as this kind. */
  readonly as?: IdKind;
}

export function findSearch(search: Search): FindSearch {
  const id = typeof search['id'] === 'string' ? search['id'].trim() : '';
  const as = idKinds.find((kind) => kind === search['as']);
  return { ...(id !== '' && { id: id.slice(0, 2_000) }), ...(as !== undefined && { as }) };
}

interface HelpSearch {
  /** The words that are searched for within the guide. */
  readonly q?: string;
}

export function helpSearch({ q }: Search): HelpSearch {
  return typeof q === 'string' && q !== '' ? { q: q.slice(0, 200) } : {};
}

/** The link is read by its page, which says what is wrong with one that cannot be read. */
export function openSearch(search: Search): Readonly<Record<string, string>> {
  const values = Object.entries(search).filter((entry): entry is [string, string] => {
    const [, value] = entry;
    return typeof value === 'string' && value !== '';
  });
  return Object.fromEntries(values.slice(0, 30));
}

export const activitySearch = keepKnown(readActivity, writeActivity);
export const costsSearch = keepKnown(readCosts, writeCosts);
export const deadLettersSearch = keepKnown(readDeadLetters, writeDeadLetters);
export const downloadsSearch = keepKnown(readDownloads, writeDownloads);
export const explorerSearch = keepKnown(readExplorer, writeExplorer);
export const incidentsSearch = keepKnown(readIncidents, writeIncidents);
export const monitorSearch = keepKnown(readMonitor, writeMonitor);
export const reviewSearch = keepKnown(readReview, writeReview);
export const todaySearch = keepKnown(readToday, writeToday);
export const triageSearch = keepKnown(readTriage, writeTriage);
export const workflowsSearch = keepKnown(readWorkflows, writeWorkflows);

/** The router keeps the validated parameters as text, so that links and the history hold what the address bar shows. */
function keepKnown<Values>(read: (search: Search) => Values, write: (values: Values) => Written) {
  return (search: Search): Written =>
    // A parameter that is missing says nothing, also not that all tenants are meant.
    Object.fromEntries(Object.entries(write(read(search))).filter(([, value]) => value !== undefined));
}

/** Values stay plain text in both directions, because an id made of digits must not come back as a rounded number. */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
