import { ok, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { agrees, findIdForms, type IdForm } from '#shared/domain/id-forms.ts';
import type { PageRead, ReadOptions } from '../aws/dynamodb/reading.ts';
import { batchRow } from '../rows/batch-rows.ts';
import { itemsOfKind } from '../rows/page-of-rows.ts';

interface ProjectKey {
  readonly tenantId: string;
  readonly projectId: string;
}

/** Reads a project's batches newest first, whatever its ids look like (decision 021). */
export interface BatchesByTime {
  /** Returns the newest batches not returned yet; without `from` it starts at the newest. */
  next(from?: BatchPlace, since?: number): Promise<Result<BatchesPage>>;
  /**
   * Returns all batches created since then, newest first. A batch without a creation time is included, because it
   * may be one of them.
   */
  since(time: number): Promise<Result<BatchesSince>>;
}

interface BatchesPage {
  readonly batches: readonly Batch[];
  /** It is true when some batches were left out because they are older. */
  readonly hasOlder: boolean;
  /** It is null when there are no more batches, or no more may be read. */
  readonly place: BatchPlace | null;
  /** Every unread batch is older than this: -Infinity if all were read, Infinity if their age is unknown. */
  readonly restBefore: number;
  readonly how: HowRead;
  readonly throttled: number;
}

export interface BatchesSince {
  readonly batches: readonly Batch[];
  readonly isAll: boolean;
  /** It is true when the missing batches are older than these. */
  readonly isNewest: boolean;
  /** It is true when older batches were read too, or are left to read. */
  readonly hasOlder: boolean;
  readonly how: HowRead;
}

interface HowRead {
  /** It is true when ids carry no time or not all were checked, so the newest are found by reading all. */
  readonly isAnyOrder: boolean;
  /** This is the number of batches read for this, including older ones. */
  readonly read: number;
}

/** This is the place where a later read continues. */
export interface BatchPlace {
  readonly cursor: string;
  readonly form: IdForm;
  readonly read: number;
}

/** This is the number of batches that may be read; several projects may share it. */
export interface BatchBudget {
  left: number;
  /**
   * This is the additional number while all ids of the project carry their time: such a project is read whole once
   * an hour, the others every time.
   */
  readonly moreInForm: number;
}

/** The two listings go by id, from last to first and from first to last. */
type Listing = 'extraction.batchesOfProject' | 'extraction.lowestBatchesOfProject';

interface Parts {
  readonly run: (listing: Listing, key: ProjectKey, options: ReadOptions) => Promise<Result<PageRead>>;
  readonly order: IdOrder;
  readonly budget: BatchBudget;
}

/** The first page is small because most projects have few batches a day, and older ones cost as much to read. */
const pageSizes = { first: 25, next: 100, whole: 250 };

export function batchesByTime(key: ProjectKey, { run, order, budget }: Parts): BatchesByTime {
  const known = order.of(key);
  const read = (options: ReadOptions): Promise<Result<PageRead>> =>
    run('extraction.batchesOfProject', key, options);

  /** Batches older than `since` are skipped and not kept, because a project may have a hundred thousand. */
  async function next(from?: BatchPlace, since = -Infinity): Promise<Result<BatchesPage>> {
    if (from !== undefined) return readInForm(from.form, since, from);
    const form = known.find();
    if (form === undefined) return readWhole(since);
    // A read that starts at the last id never reaches an id that sorts before all others, however new it is.
    const lowest = await run('extraction.lowestBatchesOfProject', key, { pageSize: 1 });
    if (!lowest.ok) return lowest;
    const first = readBatches(lowest.value);
    // An item of another kind in front may hide a batch behind it.
    const isSeen = first.length === lowest.value.items.length;
    if (isSeen && first.every((batch) => isInForm(form, batch))) return readInForm(form, since);
    known.forget();
    return readWhole(since);
  }

  /**
   * The next page holds the next newest, because all ids of the project carried their time when it was last read
   * whole.
   */
  async function readInForm(form: IdForm, since: number, from?: BatchPlace): Promise<Result<BatchesPage>> {
    const pageSize = from === undefined ? pageSizes.first : pageSizes.next;
    const page = await read({ cursor: from?.cursor, pageSize });
    if (!page.ok) return page;
    const rows = readBatches(page.value);
    const { cursor, throttled } = page.value;
    const count = (from?.read ?? 0) + rows.length;
    if (!rows.every((batch) => isInForm(form, batch))) {
      known.forget();
      return readWhole(since, { rows, cursor, count, throttled });
    }
    budget.left -= page.value.items.length;
    return ok({
      batches: rows.filter((batch) => mayBeSince(batch, since)).toSorted(byAge),
      hasOlder: !rows.every((batch) => mayBeSince(batch, since)),
      place: cursor === null ? null : { cursor, form, read: count },
      restBefore: cursor === null ? -Infinity : restBefore(form, rows),
      how: { isAnyOrder: false, read: count },
      throttled,
    });
  }

  async function readWhole(since: number, begun?: Begun): Promise<Result<BatchesPage>> {
    const rows: Batch[] = [];
    let hasOlder = false;
    const take = (found: readonly Batch[]): void => {
      const young = found.filter((batch) => mayBeSince(batch, since));
      rows.push(...young);
      hasOlder ||= young.length < found.length;
    };
    take(begun?.rows ?? []);
    let cursor: string | null | undefined = begun?.cursor;
    let forms: readonly IdForm[] | undefined = begun === undefined ? undefined : [];
    let [count, throttled] = [begun?.count ?? 0, begun?.throttled ?? 0];
    while (cursor !== null && mayReadOn(budget, (forms ?? []).length > 0)) {
      const page = await read({ cursor, pageSize: pageSizes.whole });
      if (!page.ok) return page;
      const found = readBatches(page.value);
      const dated = found.map((batch) => ({ id: batch.batchId, at: createdAt(batch) }));
      forms =
        forms?.filter((form) => dated.every(({ id, at }) => agrees(form, id, at))) ??
        (dated.length === 0 ? undefined : findIdForms(dated));
      take(found);
      count += found.length;
      budget.left -= page.value.items.length;
      throttled += page.value.throttled;
      ({ cursor } = page.value);
    }
    const [form] = forms ?? [];
    const isAll = cursor === null;
    if (isAll && form !== undefined && count >= fewestInForm) known.keep(form);
    return ok({
      batches: rows.toSorted(byAge),
      hasOlder,
      place: null,
      restBefore: isAll ? -Infinity : Infinity,
      how: { isAnyOrder: form === undefined && count > 0, read: count },
      throttled,
    });
  }

  return {
    next,
    async since(time) {
      const batches: Batch[] = [];
      let hasOlder = false;
      let place: BatchPlace | undefined;
      for (;;) {
        const page: Result<BatchesPage> = await next(place, time);
        if (!page.ok) return page;
        const { restBefore: rest, how } = page.value;
        batches.push(...page.value.batches);
        hasOlder ||= page.value.hasOlder;
        place = page.value.place ?? undefined;
        if (place !== undefined && rest > time && mayReadOn(budget, true)) continue;
        return ok({
          batches: batches.toSorted(byAge),
          isAll: rest <= time,
          isNewest: rest < Infinity,
          hasOlder: hasOlder || (place !== undefined && rest <= time),
          how,
        });
      }
    },
  };
}

/** An item of another kind in the partition is not a batch and says nothing about the order of ids. */
function readBatches({ items }: PageRead): readonly Batch[] {
  return itemsOfKind(items, 'Batch').own.map(batchRow);
}

interface Begun {
  readonly rows: readonly Batch[];
  readonly cursor: string | null;
  readonly count: number;
  readonly throttled: number;
}

function mayBeSince(batch: Batch, since: number): boolean {
  return (createdAt(batch) ?? since) >= since;
}

function isInForm(form: IdForm, batch: Batch): boolean {
  return agrees(form, batch.batchId, createdAt(batch));
}

/** Ids that come later in the read carry earlier times. */
function restBefore(form: IdForm, rows: readonly Batch[]): number {
  const last = rows.at(-1);
  const time = last === undefined ? undefined : form.timeOf(last.batchId);
  return time === undefined ? Infinity : time + form.toleranceMs + 1;
}

function mayReadOn({ left, moreInForm }: BatchBudget, hasForm: boolean): boolean {
  return left + (hasForm ? moreInForm : 0) > 0;
}

/** A batch without a creation time comes last. */
function byAge(a: Batch, b: Batch): number {
  const [one, other] = [createdAt(a) ?? -Infinity, createdAt(b) ?? -Infinity];
  return one === other ? 0 : one < other ? 1 : -1;
}

function createdAt(batch: Batch): number | null {
  const time = Date.parse(batch.createdAt ?? '');
  return Number.isNaN(time) ? null : time;
}

/** Remembers, for this process, the projects in which every id carried its time. */
export interface IdOrders {
  /** Starts empty for another account and after a reset, since the items are different ones. */
  of(session: Pick<Session, 'connection' | 'sandboxResets'>): IdOrder;
}

export interface IdOrder {
  of(key: ProjectKey): {
    /** Returns undefined when the form is unknown or was last checked too long ago. */
    find(): IdForm | undefined;
    keep(form: IdForm): void;
    forget(): void;
  };
}

/** A full read costs a tenth of a read unit per batch, so the form is checked again after this time. */
const trustedFor = 3_600_000;
/** Projects with fewer batches are read whole each time, which costs ten read units at most. */
const fewestInForm = 100;
const mostProjects = 5_000;

export function openIdOrders(now: () => number): IdOrders {
  const seen = new Map<string, { readonly form: IdForm; readonly until: number }>();
  return {
    of({ connection: { id, region, accountId }, sandboxResets }) {
      return {
        of({ tenantId, projectId }) {
          const name = JSON.stringify([id, region, accountId, sandboxResets, tenantId, projectId]);
          return {
            find() {
              const known = seen.get(name);
              return known === undefined || known.until <= now() ? undefined : known.form;
            },
            keep(form) {
              seen.delete(name);
              seen.set(name, { form, until: now() + trustedFor });
              for (const oldest of seen.keys()) {
                if (seen.size <= mostProjects) break;
                seen.delete(oldest);
              }
            },
            forget: () => void seen.delete(name),
          };
        },
      };
    },
  };
}
