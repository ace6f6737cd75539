import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { useKnownNames } from '#renderer/contract/names.tsx';
import {
  answered,
  operationOptions,
  pagedOptions,
  type Answer,
} from '#renderer/contract/operation-options.ts';
import { tenantsQuery, useTenants } from '#renderer/contract/tenants.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { readTriage } from '#renderer/features/triage/address.ts';
import type { OpenedPlace } from '#shared/contract/lookup.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { readCost } from '#shared/pricing/request-costs.ts';
import type { Command } from '../commands/command.ts';
import { messages } from '../messages.ts';
import { useSession } from '../session/use-session.ts';
import { findOpenedPlace } from './found-place.ts';
import {
  causeCommands,
  keyCommands,
  loadedCommands,
  nameCommands,
  openedCommands,
  type PlaceAtHand,
} from './known-commands.ts';

/** Rows that read further. Choosing one keeps the list open, and its rows appear in it. */
export interface FurtherRead {
  readonly command: Command;
  readonly run: () => void;
}

interface Findable {
  /** Known without any read: names, what is loaded, and what was opened lately. */
  readonly known: readonly Command[];
  /** Returns what a query may name besides, the most certain first. */
  readonly forQuery: (query: string) => readonly Command[];
  readonly further: readonly FurtherRead[];
}

/** Returns everything that can be found from the page that is shown. Typing reads nothing. */
export function useFindable(): Findable {
  const client = useQueryClient();
  const { who } = useSession();
  const names = useKnownNames();
  const places = useQuery(operationOptions('lookup.opened', {})).data?.value.places ?? [];
  const tenant = useLocation({ select: ({ search }) => readTriage(search).tenant });
  const batch = useLocation({
    select: ({ pathname, search }) => (/^\/triage/i.test(pathname) ? readTriage(search).batch : null),
  });
  const atHand: PlaceAtHand = { tenantId: tenant, batchId: batch };
  const [loaded, setLoaded] = useState(() => findLoaded(client, atHand));
  const documents = useDocumentsRead(atHand, () => setLoaded(findLoaded(client, atHand)));
  const directory = useDirectoryRead();
  return {
    known: [
      ...openedCommands(places, names),
      ...loadedCommands(loaded.documents, loaded.batches),
      ...nameCommands(names),
    ],
    forQuery: (query) => [...causeCommands(query, atHand, who), ...keyCommands(query, atHand)],
    further: [documents, directory].filter((one) => one !== null),
  };
}

/** Returns the rows that pages have read by an operation. The caller knows what the operation lists. */
function readRows(client: QueryClient, operation: string): readonly unknown[] {
  type Page = Answer<{ readonly rows: readonly unknown[] }>;
  const read = client.getQueriesData<InfiniteData<Page>>({ queryKey: [operation] });
  const pages: readonly Page[] = read.flatMap(([, data]) => data?.pages ?? []);
  return pages.flatMap(({ value }) => value.rows);
}

/** Takes the rows of the tenant and batch at hand from the lists that pages have read. */
function findLoaded(client: QueryClient, { tenantId, batchId }: PlaceAtHand) {
  const documents = ['documents.byStatus', 'documents.ofBatch'].flatMap((name) =>
    readRows(client, name),
  ) as readonly DocumentRow[];
  const batches = ['batches.byStatus', 'batches.ofProject', 'fleet.batches'].flatMap((name) =>
    readRows(client, name),
  ) as readonly Batch[];
  const here = documents.filter((one) => one.tenantId === tenantId && one.batchId === batchId);
  const ofTenant = batches.filter((one) => tenantId === null || one.tenantId === tenantId);
  return {
    documents: [...new Map(here.map((one) => [one.documentId, one])).values()],
    batches: [...new Map(ofTenant.map((one) => [`${one.tenantId} ${one.batchId}`, one])).values()],
  };
}

/** Documents of a usual size are read four to a unit. */
const usualUnitsOfDocument = 0.25;
const documentsPerPage = 1_000;

/** Offers to read all documents of the batch at hand, page after page, for as long as the list is open. */
function useDocumentsRead({ tenantId, batchId }: PlaceAtHand, onRead: () => void): FurtherRead | null {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const query = useInfiniteQuery({
    ...pagedOptions('documents.ofBatch', {
      tenantId: tenantId ?? '',
      batchId: batchId ?? '',
      pageSize: documentsPerPage,
    }),
    enabled: isAsked && tenantId !== null && batchId !== null,
  });
  const { hasNextPage, isFetching, fetchNextPage, data, isError } = query;
  const told = useEffectEvent(onRead);
  useEffect(() => {
    if (!isAsked || data === undefined) return;
    told();
    // Every page is charged, so after one that failed a person decides whether it is asked for again.
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isAsked, data, hasNextPage, isFetching, isError, fetchNextPage]);
  if (tenantId === null || batchId === null) return null;
  const isRead = data !== undefined && !hasNextPage;
  if (isRead) return null;
  const batch = client.getQueryData(operationOptions('batches.byId', { batchId, tenantId }).queryKey)?.value;
  const count = batch?.documentCount ?? null;
  const units = (count ?? documentsPerPage) * usualUnitsOfDocument;
  const failed = query.error === null ? null : messages.found.notRead(toFailure(query.error).message);
  return {
    command: {
      ...further,
      id: 'further/documents',
      title: messages.found.lookThrough(count === null ? '' : grouped(count)).replace('  ', ' '),
      icon: 'document',
      hint: isFetching ? messages.found.reading : (failed ?? formatPrice(units)),
    },
    run: () => {
      setAsked(true);
      if (query.error === null) return;
      // The pages that were read are not read and paid for again.
      if (data === undefined) void query.refetch();
      else void fetchNextPage();
    },
  };
}

/** Offers the next page of the directory, which may have ten thousand tenants, at the price of its last page. */
function useDirectoryRead(): FurtherRead | null {
  const { complete, reading, isRead, readOn, receipts, failure } = useTenants({ wanted: false });
  const first = useInfiniteQuery({ ...tenantsQuery, enabled: false });
  if (complete) return null;
  const units = receipts.at(-1)?.rru ?? usualUnitsOfTenants;
  return {
    command: {
      ...further,
      id: 'further/directory',
      title: messages.found.readDirectory,
      icon: 'tenant',
      hint: reading
        ? messages.found.reading
        : failure === undefined
          ? formatPrice(units)
          : messages.found.notRead(failure.message),
    },
    run: () => {
      if (isRead) readOn();
      else void first.refetch();
    },
  };
}

/** A page of the directory that was not read yet. */
const usualUnitsOfTenants = 5;

function formatPrice(units: number): string {
  const { text } = readCost(units);
  return messages.found.price(grouped(Math.ceil(units)), text);
}

const further = {
  section: 'Search further',
  keywords: [],
  isAvailable: () => true,
  run: () => undefined,
} as const satisfies Partial<Command>;

/** A place counts as opened once it was shown for a moment, so that passing through a list notes nothing. */
const openedAfterMs = 1_500;

/** Notes each place that is opened, so that find offers it again, also after a restart. */
export function useNoteOpened(): void {
  const client = useQueryClient();
  const place = useLocation({
    select: ({ pathname, search }) => JSON.stringify(findOpenedPlace(pathname, search)),
  });
  const note = useCommand('lookup.noteOpened', {
    toldInPlace: true,
    onSuccess: (value) =>
      client.setQueryData(operationOptions('lookup.opened', {}).queryKey, answered(value)),
  });
  const noteNow = useEffectEvent((opened: OpenedPlace) => void note.run({ place: opened }));
  useEffect(() => {
    const opened = JSON.parse(place) as OpenedPlace | null;
    if (opened === null) return undefined;
    const timer = setTimeout(() => noteNow(opened), openedAfterMs);
    return () => clearTimeout(timer);
  }, [place]);
}
