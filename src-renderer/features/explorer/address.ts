import { choice, defineAddress, number, parameter, shapeText, yes } from '#renderer/contract/page-address.ts';
import type { Values } from './question/fields.ts';

export const explorerViews = [
  'questions',
  'something-else',
  'refused',
  'keys',
  'review',
  'costs',
  'access',
  'describe',
  'import',
  'draft',
] as const;
export type ExplorerView = (typeof explorerViews)[number];

export const answerForms = ['table', 'json', 'sum', 'compare'] as const;
export type AnswerForm = (typeof answerForms)[number];

const position = /^\d{1,6}$/;

const address = defineAddress(
  {
    system: anyText(),
    view: choice(explorerViews, 'questions'),
    pattern: anyText(),
    pageSize: number(position, [1, 1_000], null),
    consistent: yes(),
    show: choice(answerForms, 'table'),
    /** The position of the open item in the answer. */
    item: number(position, [0, 100_000], null),
  },
  { names: { pageSize: 'size' } },
);

/** Contains the place in the Explorer and the values of the question. */
export type ExplorerAddress = ReturnType<typeof address.read> & {
  /** Contains one set, or several for a question that asks for many items by key. */
  readonly values: readonly Values[];
};

function anyText() {
  return parameter(
    shapeText(() => true),
    null,
  );
}

/** Goes to an address. A change of view replaces the current one. */
export type Go = (address: ExplorerAddress, how: 'push' | 'replace') => void;

/** The search parameters of the router: flat, and text only. */
export type ExplorerSearch = Readonly<Record<string, string>>;

export function readExplorer(search: Readonly<Record<string, unknown>>): ExplorerAddress {
  return { ...address.read(search), values: readValues(search) };
}

export function writeExplorer({ values = [], ...rest }: Partial<ExplorerAddress>): ExplorerSearch {
  const { system = null, view = 'questions', pattern = null, ...answer } = rest;
  const sets = values.flatMap((set, place) =>
    Object.entries(set).map(([name, value]) => [`q${place === 0 ? '' : String(place + 1)}.${name}`, value]),
  );
  return {
    ...address.write({ system, view, pattern }),
    ...Object.fromEntries(sets),
    ...address.write(answer),
  };
}

/** Returns the address of a question's form. */
export function toQuestionSearch(system: string, pattern: string): ExplorerSearch {
  return { system, pattern };
}

const mostSets = 100;
const longestValue = 2_048;

/** `q.batchId` belongs to the first set, `q2.batchId` to the second. */
function readValues(search: Readonly<Record<string, unknown>>): readonly Values[] {
  const sets = new Map<number, [string, string][]>();
  for (const [parameterName, value] of Object.entries(search)) {
    const [, place, name] = /^q(\d{0,3})\.(.{1,64})$/s.exec(parameterName) ?? [];
    if (name === undefined || typeof value !== 'string' || value.length > longestValue) continue;
    const set = place === '' ? 1 : Number(place);
    if (set < 1 || set > mostSets) continue;
    sets.set(set, [...(sets.get(set) ?? []), [name, value]]);
  }
  return [...sets].toSorted(([a], [b]) => a - b).map(([, values]) => Object.fromEntries(values));
}
