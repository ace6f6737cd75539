import { parseUlidTime } from '#shared/domain/id-forms.ts';
import { hashText, throwDie } from '../randomness.ts';
import { buildSchema } from '../sheets/fields.ts';
import type { Defect, SheetKind, Subject } from '../sheets/sheet.ts';
import { once } from './lazy-telling.ts';
import type { PlannedTenant, PlannedWorkflow } from './plan.ts';
import { buildBatch, type StoriedBatch, type Story } from './story.ts';

/**
 * The tenants of a large sandbox beyond those that have a story. Everything about one follows from the seed and its
 * number, so that only a tenant that is asked for is planned. The batches with failures or with reviews are planned the
 * other way round, from the causes to the tenants: a question about all tenants then looks at those few batches only.
 */
export interface Fleet {
  readonly size: number;
  readonly tenantIds: () => Iterable<string>;
  readonly has: (tenantId: string) => boolean;
  readonly tenant: (tenantId: string) => PlannedTenant | undefined;
  /** Lists the batches of a tenant, oldest first. */
  readonly batches: (tenantId: string) => readonly StoriedBatch[];
  /** Finds a batch by the time in its id, which is also in the ids of its documents. */
  readonly batchAt: (submittedAt: number) => StoriedBatch | undefined;
  /** Lists the batches in which a document failed or was left to a reviewer, oldest first. */
  readonly troubled: () => readonly StoriedBatch[];
  readonly totals: () => { readonly batches: number; readonly documents: number };
}

/** The last bits of a batch's time are the number of its tenant, so that an id leads to its tenant. */
const tenantBits = 2 ** 14;
/** `--tenants` is at most this number. */
export const mostTenants = 10_000;
/** Tenants that have a story are in every world. */
export const tenantsWithStory = 4;

const hour = 3_600_000;
const hoursTold = 30 * 24;
/** Every run has ended before the anchor. */
const lastHoursAgo = 0.6;

export function planFleet(facts: {
  readonly seed: string;
  readonly anchor: number;
  /** All tenants, with those that have a story. */
  readonly tenants: number;
}): Fleet {
  const { seed, anchor } = facts;
  const size = Math.max(0, Math.min(facts.tenants, mostTenants) - tenantsWithStory);
  const names = once(() => Array.from({ length: size }, (_, number) => nameTenant(seed, number)));
  const numbers = once(() => new Map(names().map(({ tenantId }, number) => [tenantId, number])));
  const troubles = once(() => planTroubles(seed, anchor, size));

  const planTenant = (number: number): PlannedTenant => {
    const { tenantId, name, trade } = names()[number] ?? nameTenant(seed, number);
    const { projectId, project } = trade;
    const workflow: PlannedWorkflow = {
      tenantId,
      projectId,
      workflowId: trade.workflowId,
      name: trade.workflow,
      kind: trade.kind,
      about: trade.about,
      filePrefix: trade.workflowId.split('-')[0] ?? '',
      schema: buildSchema(trade.kind, trade.about),
      confidenceThreshold: 0.56,
      reviewThreshold: 0.85,
    };
    const plan = paces[findPace(number)].plan;
    return { tenantId, name, plan, projects: [{ projectId, name: project, workflows: [workflow] }] };
  };
  /** Batches that were placed first keep their time, whichever follow. */
  const place = (number: number, stories: readonly Planned[]): StoriedBatch[] => {
    const { name: recipient, projects } = planTenant(number);
    const workflow = projects[0]?.workflows[0];
    if (!workflow) return [];
    const taken = new Set<number>();
    const { tenantId, workflowId } = workflow;
    return stories.map(({ hoursAgo, ...rest }) => {
      let slot = Math.floor((anchor - hoursAgo * hour) / tenantBits) - 1;
      while (taken.has(slot)) slot -= 1;
      taken.add(slot);
      const submittedAt = slot * tenantBits + number;
      const story: Story = { defects: {}, ...rest, tenantId, workflowId, hoursAgo };
      const hash = hashText(`${seed}/${tenantId}/${submittedAt}`);
      return buildBatch({ seed, recipient, story, workflow, hash, submittedAt });
    });
  };
  const planned = keepLatest(200, (number) =>
    place(number, [...(troubles().get(number) ?? []), ...listRegular(seed, number)]).toSorted(byTime),
  );

  return {
    size,
    tenantIds: () => names().map(({ tenantId }) => tenantId),
    has: (tenantId) => numbers().has(tenantId),
    tenant(tenantId) {
      const number = numbers().get(tenantId);
      return number === undefined ? undefined : planTenant(number);
    },
    batches(tenantId) {
      const number = numbers().get(tenantId);
      return number === undefined ? [] : planned(number);
    },
    batchAt(submittedAt) {
      const number = submittedAt % tenantBits;
      if (number >= size || submittedAt >= anchor) return undefined;
      return planned(number).find((batch) => batch.submittedAt === submittedAt);
    },
    troubled: once(() =>
      [...troubles()].flatMap(([number, stories]) => place(number, stories)).toSorted(byTime),
    ),
    totals: once(() => {
      let [batches, documents] = [0, 0];
      for (let number = 0; number < size; number += 1) {
        for (const story of [...(troubles().get(number) ?? []), ...listRegular(seed, number)]) {
          batches += 1;
          documents += story.size;
        }
      }
      return { batches, documents };
    }),
  };
}

export function findInFleet(fleet: Fleet, batchId: string): StoriedBatch | undefined {
  if (fleet.size === 0 || !batchId.startsWith('batch-')) return undefined;
  const found = fleet.batchAt(parseUlidTime(batchId.slice('batch-'.length)));
  return found?.batchId === batchId ? found : undefined;
}

function byTime(one: StoriedBatch, other: StoriedBatch): number {
  return one.submittedAt - other.submittedAt;
}

/** In all other batches everything went well. */
export function isTroubled({ defects, execution }: Story): boolean {
  return execution !== undefined || Object.keys(defects).length > 0;
}

/** Most tenants send some small batches a week. */
const paces = {
  small: { plan: 'starter', perDay: [0.25, 0.9], sizes: [1, 8] },
  middle: { plan: 'business', perDay: [1, 3], sizes: [4, 20] },
  large: { plan: 'enterprise', perDay: [4, 8], sizes: [15, 60] },
} as const;

function findPace(number: number): keyof typeof paces {
  if (number % largeEvery === largeAt) return 'large';
  return number % 6 === 1 ? 'middle' : 'small';
}

const largeEvery = 50;
const largeAt = 8;

type Planned = Pick<Story, 'hoursAgo' | 'size'> & Partial<Story>;

/** Lists the batches of a tenant in which nothing went wrong. */
function listRegular(seed: string, number: number): Planned[] {
  const hash = hashText(`${seed}/fleet/${number}`);
  const { perDay, sizes } = paces[findPace(number)];
  const count = Math.round((hoursTold / 24) * between(perDay, throwDie(hash, 0)));
  const gap = (hoursTold - 1) / count;
  return Array.from({ length: count }, (_, place) => ({
    hoursAgo: lastHoursAgo + (place + 0.95 * throwDie(hash, 10 + 2 * place)) * gap,
    size: Math.round(between(sizes, throwDie(hash, 11 + 2 * place))),
  }));
}

function between([least, most]: readonly [number, number], share: number): number {
  return least + (most - least) * share;
}

/** Something that went wrong in many batches, in a world of 10,000 tenants. */
interface Trouble {
  readonly batches: number;
  /** Between how many hours before the anchor; `today`: since midnight UTC at the earliest. */
  readonly hoursAgo: readonly [from: number, until: number];
  readonly today?: true;
  /** Above 1: more of them towards the end. */
  readonly growth?: number;
  readonly defect?: Defect;
  /** How many documents of a batch have the defect. */
  readonly documents?: readonly [number, number];
  readonly rest?: Partial<Story>;
}

/** They give some 300 failed batches and 1,200 waiting documents. */
const troubles: readonly Trouble[] = [
  // It grows by the hour.
  { batches: 84, hoursAgo: [16, lastHoursAgo], growth: 2.4, defect: 'throttled', documents: [1, 6] },
  // Both are new today.
  { batches: 26, hoursAgo: [5.5, lastHoursAgo], today: true, defect: 'refused', documents: [1, 3] },
  { batches: 14, hoursAgo: [2.8, lastHoursAgo], today: true, defect: 'truncated', documents: [1, 2] },
  { batches: 48, hoursAgo: [hoursTold - 12, 1], growth: 1.8, defect: 'corrupt', documents: [1, 3] },
  {
    batches: 26,
    hoursAgo: [hoursTold - 12, 2],
    growth: 1.4,
    defect: 'unsupported language',
    documents: [1, 2],
  },
  { batches: 34, hoursAgo: [20 * 24, 1.5], growth: 1.6, defect: 'schema mismatch', documents: [2, 9] },
  // It has not occurred since yesterday.
  { batches: 12, hoursAgo: [18 * 24, 31], defect: 'guardrail', documents: [1, 2] },
  { batches: 24, hoursAgo: [hoursTold - 12, 2], growth: 1.5, defect: 'illegible', documents: [1, 4] },
  { batches: 22, hoursAgo: [9 * 24, 2], growth: 1.7, defect: 'timeout', documents: [1, 3] },
  {
    batches: 5,
    hoursAgo: [12 * 24, 30],
    defect: 'corrupt',
    documents: [1, 1],
    rest: { execution: 'timed out' },
  },
  { batches: 7, hoursAgo: [12 * 24, 8], rest: { execution: 'failed in finalise' } },
  // Reviewers have not come to them.
  { batches: 150, hoursAgo: [60, 0.7], growth: 1.5, defect: 'unsure', documents: [2, 9] },
  // They have looked at some.
  {
    batches: 70,
    hoursAgo: [7 * 24, 9],
    growth: 1.3,
    defect: 'unsure',
    documents: [5, 12],
    rest: { reviewed: [3, 2] },
  },
  // All of these were solved by another run, or by a reviewer.
  {
    batches: 360,
    hoursAgo: [hoursTold - 12, 22],
    defect: 'throttled',
    documents: [1, 5],
    rest: { reprocessed: [1.2] },
  },
  {
    batches: 120,
    hoursAgo: [hoursTold - 12, 26],
    defect: 'timeout',
    documents: [1, 4],
    rest: { reprocessed: [2] },
  },
  // An evening on which the model hardly answered.
  {
    batches: 60,
    hoursAgo: [8.7 * 24, 8.4 * 24],
    defect: 'timeout',
    documents: [2, 8],
    rest: { reprocessed: [5.5] },
  },
  {
    batches: 260,
    hoursAgo: [hoursTold - 12, 30],
    defect: 'unsure',
    documents: [1, 4],
    rest: { reviewed: [12, 1.5] },
  },
];

/** Plans the batches that are not regular, by the number of their tenant. */
function planTroubles(seed: string, anchor: number, size: number): ReadonlyMap<number, Planned[]> {
  const found = new Map<number, Planned[]>();
  const hoursToday = (anchor % (24 * hour)) / hour;
  for (const [place, trouble] of troubles.entries()) {
    const { batches, growth = 1, today, defect, documents = [0, 0], rest } = trouble;
    const [earliest, until] = trouble.hoursAgo;
    const from = today ? Math.max(until + 0.2, Math.min(earliest, hoursToday - 0.1)) : earliest;
    const count = Math.round((batches * size) / (mostTenants - tenantsWithStory));
    for (let index = 0; index < count; index += 1) {
      const hash = hashText(`${seed}/trouble/${place}/${index}`);
      const number = pickTenant(size, hash);
      const { sizes } = paces[findPace(number)];
      const marked = Math.round(between(documents, throwDie(hash, 3)));
      const story: Planned = {
        hoursAgo: until + (from - until) * throwDie(hash, 4) ** growth,
        size: marked + Math.round(between(sizes, throwDie(hash, 5))),
        ...(defect && { defects: { [defect]: marked } }),
        ...rest,
      };
      const others = found.get(number);
      if (others) others.push(story);
      else found.set(number, [story]);
    }
  }
  return found;
}

/** A third of all trouble is that of the large tenants. */
function pickTenant(size: number, hash: number): number {
  const large = Math.floor((size - largeAt + largeEvery - 1) / largeEvery);
  if (large > 0 && throwDie(hash, 0) < 0.34)
    return largeAt + largeEvery * Math.floor(throwDie(hash, 1) * large);
  return Math.floor(throwDie(hash, 2) * size);
}

interface Trade {
  readonly word: string;
  readonly projectId: string;
  readonly project: string;
  readonly workflowId: string;
  readonly workflow: string;
  readonly kind: SheetKind;
  readonly about: Subject;
}

const trades: readonly Trade[] = (
  [
    ['Haulage', 'Freight invoices', 'Carrier invoices', 'invoice', 'freight'],
    ['Shipping', 'Customs', 'Customs forms', 'form', 'customs'],
    ['Fuels', 'Depots', 'Fuel invoices', 'invoice', 'fuel'],
    ['Motors', 'Workshop', 'Repair invoices', 'invoice', 'repairs'],
    ['Builders', 'Sites', 'Contractor invoices', 'invoice', 'building'],
    ['Foods', 'Purchasing', 'Supplier invoices', 'invoice', 'food'],
    ['Dairies', 'Dairy', 'Milk delivery notes', 'delivery note', 'milk'],
    ['Stores', 'Warehouse', 'Goods-in notes', 'delivery note', 'supplies'],
    ['Outfitters', 'Returns', 'Returns forms', 'form', 'return'],
    ['Mutual', 'Motor claims', 'Claim forms', 'form', 'claim'],
    ['Lettings', 'Properties', 'Damage reports', 'form', 'damage'],
    ['Bakeries', 'Quality', 'Inspection forms', 'form', 'inspection'],
  ] as const
).map(([word, project, workflow, kind, about]) => ({
  word,
  projectId: toId(project),
  project,
  workflowId: toId(workflow),
  workflow,
  kind,
  about,
}));

/** Together they are places that are on no map. */
const beginnings =
  'Alden Aster Barrow Beck Birken Bracken Brindle Calder Carrow Cinder Clover Cobble Corran Dallow Dene Dorrin Eden ' +
  'Ellin Elver Farrow Fennel Ferrin Gannet Garrow Glen Harrow Hazel Heron Hollin Inver Jarrow Juniper Keld Kestle ' +
  'Lannock Larch Linden Lorrin Marrow Merrin Moss Nettle Norrin Oaken Orrin Osier Penn Petrel Pinner Quarrin Rannoch ' +
  'Raven Rowan Sallow Sedge Sorrel Tarn Teasel Thorn Tormen Ullen Umber Varrow Vellin Wharram Willow Wren Yarrow Yewden Zennor';
const endings =
  'beck bridge brook burn bury cliffe combe croft dale den field ford gate grove ham haven hill holm hurst ley mere moor mouth port shaw stead stoke thorpe ton wick';
const [first, second] = [beginnings.split(' '), endings.split(' ')];
const allNames = first.length * second.length * trades.length;
/** Has no divisor in common with `allNames`, so that no name comes twice. */
const stride = 7_919;

interface TenantName {
  readonly tenantId: string;
  readonly name: string;
  readonly trade: Trade;
}

function nameTenant(seed: string, number: number): TenantName {
  const which = (number * stride + (hashText(`${seed}/names`) >>> 0)) % allNames;
  const [trade] = trades.slice(which % trades.length);
  if (!trade) throw new Error('There is no trade');
  const place = Math.floor(which / trades.length);
  const town = `${first[place % first.length]}${second[Math.floor(place / first.length)]}`;
  const name = `${town} ${trade.word}`;
  return { tenantId: toId(name), name, trade };
}

function toId(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/** Remembers the latest answers only. */
function keepLatest<Value>(most: number, make: (number: number) => Value): (number: number) => Value {
  const kept = new Map<number, Value>();
  return (number) => {
    const value = kept.get(number) ?? make(number);
    kept.delete(number);
    kept.set(number, value);
    if (kept.size > most) kept.delete(kept.keys().next().value ?? -1);
    return value;
  };
}
