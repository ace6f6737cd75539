import type { Values } from './question/fields.ts';

export const explorerViews = [
  'questions',
  'something-else',
  'refused',
  'keys',
  'review',
  'costs',
  'access',
] as const;
export type ExplorerView = (typeof explorerViews)[number];

export const answerForms = ['table', 'json', 'sum', 'compare'] as const;
export type AnswerForm = (typeof answerForms)[number];

/** Contains the place in the Explorer and the values of the question. */
export interface ExplorerAddress {
  readonly system: string | null;
  readonly view: ExplorerView;
  readonly pattern: string | null;
  /** Contains one set, or several for a question that asks for many items by key. */
  readonly values: readonly Values[];
  readonly pageSize: number | null;
  readonly consistent: boolean;
  readonly show: AnswerForm;
  /** The position of the open item in the answer. */
  readonly item: number | null;
}

/** Goes to an address. A change of view replaces the current one. */
export type Go = (address: ExplorerAddress, how: 'push' | 'replace') => void;

/** The search parameters of the router: flat, and text only. */
export type ExplorerSearch = Readonly<Record<string, string>>;

export function readAddress(search: Readonly<Record<string, unknown>>): ExplorerAddress {
  const text = new Map(
    Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  return {
    system: text.get('system') ?? null,
    view: explorerViews.find((view) => view === text.get('view')) ?? 'questions',
    pattern: text.get('pattern') ?? null,
    values: readValues(text),
    pageSize: parseWholeNumber(text.get('size'), 1, 1_000),
    consistent: text.get('consistent') === 'yes',
    show: answerForms.find((form) => form === text.get('show')) ?? 'table',
    item: parseWholeNumber(text.get('item'), 0, 100_000),
  };
}

export function writeAddress(address: ExplorerAddress): ExplorerSearch {
  const { system, view, pattern, values, pageSize, consistent, show, item } = address;
  return Object.fromEntries([
    ...(system === null ? [] : [['system', system]]),
    ...(view === 'questions' ? [] : [['view', view]]),
    ...(pattern === null ? [] : [['pattern', pattern]]),
    ...values.flatMap((set, place) =>
      Object.entries(set).map(([name, value]) => [`q${place === 0 ? '' : place + 1}.${name}`, value]),
    ),
    ...(pageSize === null ? [] : [['size', String(pageSize)]]),
    ...(consistent ? [['consistent', 'yes']] : []),
    ...(show === 'table' ? [] : [['show', show]]),
    ...(item === null ? [] : [['item', String(item)]]),
  ] as [string, string][]);
}

/** Returns the address of a question's form. */
export function toQuestionSearch(system: string, pattern: string): ExplorerSearch {
  return { system, pattern };
}

const mostSets = 100;
const longestValue = 2_048;

/** `q.batchId` belongs to the first set, `q2.batchId` to the second. */
function readValues(text: ReadonlyMap<string, string>): readonly Values[] {
  const sets = new Map<number, [string, string][]>();
  for (const [name, value] of text) {
    const [, place, parameter] = /^q(\d{0,3})\.(.{1,64})$/s.exec(name) ?? [];
    if (parameter === undefined || value.length > longestValue) continue;
    const set = place === '' ? 1 : Number(place);
    if (set < 1 || set > mostSets) continue;
    sets.set(set, [...(sets.get(set) ?? []), [parameter, value]]);
  }
  return [...sets].toSorted(([a], [b]) => a - b).map(([, values]) => Object.fromEntries(values));
}

function parseWholeNumber(text: string | undefined, least: number, most: number): number | null {
  if (text === undefined || !/^\d{1,6}$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}
