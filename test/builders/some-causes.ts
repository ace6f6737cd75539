import type { PlainItem } from '#pipelines/plain-items.ts';

export interface PlantedCause {
  readonly fingerprint: string;
  readonly stage?: string;
  readonly code?: string;
  readonly pattern?: string;
  /** Without it, the first of these failures was the first ever. */
  readonly firstEverAt?: string;
  readonly workedOnBy?: string;
  /** Each line is some failures of a tenant at one moment. */
  readonly failures: readonly {
    readonly tenantId: string;
    readonly at: string;
    readonly count: number;
    readonly batchId?: string;
  }[];
}

/** Returns the items that the pipeline's attention keeps about these causes, as the catalogue declares them. */
export function causeItems(
  causes: readonly PlantedCause[],
  { upTo, keptSince = '2025-01-01T00:00:00.000Z' }: { readonly upTo: string; readonly keptSince?: string },
): readonly PlainItem[] {
  const common = { version: 1, createdAt: keptSince, updatedAt: upTo };
  const state = { PK: 'ATTENTION', SK: 'STATE', ...common, keptSince, upTo, wholeSince: keptSince };
  return [state, ...causes.flatMap((cause) => itemsOfCause(cause, common))];
}

function itemsOfCause(cause: PlantedCause, common: PlainItem): readonly PlainItem[] {
  const { fingerprint, failures, workedOnBy, firstEverAt } = cause;
  const described = {
    stage: cause.stage ?? 'gap-fill',
    code: cause.code ?? 'ThrottlingException',
    pattern: cause.pattern ?? 'ThrottlingException: Too many requests, … attempt',
  };
  const first = failures.map(({ at }) => at).toSorted()[0] ?? '';
  const days = [...new Set(failures.map(({ at }) => at.slice(0, 10)))];
  return [
    {
      PK: 'CAUSES#KNOWN',
      SK: `CAUSE#${fingerprint}`,
      ...common,
      ...described,
      firstAt: firstEverAt ?? first,
      ...(workedOnBy !== undefined && { workedOnBy, workedOnSince: first }),
    },
    ...days.flatMap((day) => {
      const ofDay = failures.filter(({ at }) => at.startsWith(day));
      const tenants = [...new Set(ofDay.map(({ tenantId }) => tenantId))];
      return [
        {
          PK: `CAUSES#${day}`,
          SK: `CAUSE#${fingerprint}`,
          ...common,
          ...described,
          ...sumOfHours(ofDay),
          tenants: tenants.length,
        },
        ...tenants.map((tenantId) => {
          const own = ofDay.filter((failure) => failure.tenantId === tenantId);
          const newest = own.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
          return {
            PK: `CAUSE#${fingerprint}#${day}`,
            SK: `TENANT#${tenantId}`,
            ...common,
            ...sumOfHours(own),
            newestBatchId: newest?.batchId ?? `batch-of-${tenantId}`,
            newestProjectId: 'freight-invoices',
          };
        }),
      ];
    }),
  ];
}

function sumOfHours(failures: PlantedCause['failures']): PlainItem {
  const hours: Record<string, number> = {};
  for (const { at, count } of failures) {
    const hour = `h${at.slice(11, 13)}`;
    hours[hour] = (hours[hour] ?? 0) + count;
  }
  const times = failures.map(({ at }) => at).toSorted();
  return {
    count: failures.reduce((sum, { count }) => sum + count, 0),
    ...hours,
    firstAt: times[0] ?? '',
    lastAt: times.at(-1) ?? '',
  };
}
