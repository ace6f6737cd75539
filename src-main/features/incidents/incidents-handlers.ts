import type { incidentOperations, OpenCause } from '#shared/contract/incidents.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { hoursOfPeriod, judgedHours, listDays, toHour } from '#shared/domain/incident-rules.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { passingReader } from '../../aws/dynamodb/reading.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { Attempts } from '../../jobs/attempts.ts';
import { openAttention, type AttentionStore } from '../../reads/attention.ts';
import { paidReads } from '../../reads/paid-reads.ts';
import { readCustomers, readSamples } from './cause-details.ts';
import { noteOnCause, readMemories } from './cause-memory.ts';
import {
  joinCauses,
  readCausesOfDays,
  readDaysOfCause,
  readKnownCauses,
  requireAllTenants,
  type CauseReads,
} from './cause-reads.ts';
import { listChangedCorrections } from './changed-corrections.ts';
import { openCorrections } from './open-corrections.ts';
import { workOnCause } from './work-on-cause.ts';

export interface IncidentsParts {
  /** Uses the open connection, limited to the current person's tenants. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  /** It is shared with the other features that ask about all tenants. */
  readonly attention?: AttentionStore | undefined;
  /** How the jobs of this machine went, by cause; left out where no jobs run. */
  readonly attempts?: Attempts | undefined;
  readonly now: () => number;
}

/** Serves causes of failures over all tenants and time, for people who see all tenants, and changed corrections. */
export function incidentsHandlers(parts: IncidentsParts): Pick<Handlers, keyof typeof incidentOperations> {
  const attention = parts.attention ?? openAttention(parts.now);
  return {
    'incidents.list': listCauses(parts, attention),
    'incidents.cause': openCause(parts, attention),
    'incidents.samples': async (input) => {
      const who = requireAllTenants(parts.session().who);
      return who.ok ? readSamples(input, beginReads(parts, 'extraction.documentsByStatus', 'GSI2')) : who;
    },
    'incidents.memory': readMemories(parts),
    'incidents.note': noteOnCause(parts),
    'incidents.work': workOnCause(parts),
    'incidents.corrections': listChangedCorrections(parts, attention),
    'incidents.correctionsOf': openCorrections(parts),
  };
}

function beginReads(
  { doors, now }: IncidentsParts,
  pattern: Parameters<typeof paidReads>[0]['pattern'],
  index = 'table',
): CauseReads {
  const { paid, billed } = paidReads({ pattern, index }, now);
  let calls = 0;
  return {
    reader: passingReader(doors().reader),
    now: now(),
    problems: [],
    calls: () => calls,
    billed,
    paid(result) {
      calls += result.receipt?.pages ?? 0;
      return paid(result);
    },
  };
}

/** The answer is as old as its begin. */
function describeReads({ now, problems, calls }: CauseReads) {
  return { problems: [...problems], calls: calls(), readAt: new Date(now).toISOString() };
}

/** One read a day, and one for the known causes: the price does not grow with the number of tenants. */
function listCauses(parts: IncidentsParts, attention: AttentionStore): Handlers['incidents.list'] {
  return async ({ days }) => {
    const who = requireAllTenants(parts.session().who);
    if (!who.ok) return who;
    const reads = beginReads(parts, 'extraction.causesOfDay');
    const period = hoursOfPeriod(days, reads.now);
    const kept = await attention.state(parts.session(), { reader: reads.reader, reads });
    if (!kept.ok) return reads.billed(kept);
    if (kept.value.state === 'not kept') {
      return reads.billed(ok({ kept: kept.value, period, causes: [], isAll: true, ...describeReads(reads) }));
    }
    const first = Math.min(period.first, toHour(reads.now) - judgedHours);
    const ofDays = await readCausesOfDays(listDays(first, reads.now), reads);
    if (!ofDays.ok) return reads.billed(ofDays);
    const fingerprints = [...new Set(ofDays.value.rows.map(({ fingerprint }) => fingerprint))];
    const known = await readKnownCauses(fingerprints, reads, parts.session().who?.id ?? null);
    if (!known.ok) return reads.billed(known);
    const causes = joinCauses(ofDays.value.rows, known.value, { period, now: reads.now });
    return reads.billed(
      ok({
        kept: kept.value,
        period,
        causes: causes.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count),
        isAll: ofDays.value.isAll,
        ...describeReads(reads),
      }),
    );
  };
}

function openCause(parts: IncidentsParts, attention: AttentionStore): Handlers['incidents.cause'] {
  return async ({ fingerprint, days }) => {
    const who = requireAllTenants(parts.session().who);
    if (!who.ok) return who;
    const reads = beginReads(parts, 'extraction.causeByDays');
    const period = hoursOfPeriod(days, reads.now);
    const kept = await attention.state(parts.session(), { reader: reads.reader, reads });
    if (!kept.ok) return reads.billed(kept);
    const first = Math.min(period.first, toHour(reads.now) - judgedHours);
    const ofDays = await readDaysOfCause(fingerprint, listDays(first, reads.now), reads);
    if (!ofDays.ok) return reads.billed(ofDays);
    const known = await readKnownCauses([fingerprint], reads, parts.session().who?.id ?? null);
    if (!known.ok) return reads.billed(known);
    const [cause] = joinCauses(ofDays.value, known.value, { period, now: reads.now });
    if (cause === undefined) return reads.billed(noCause(fingerprint));
    // Days before the period were only read for the rules.
    const shownDays = ofDays.value.filter(({ byHour }) =>
      [...byHour.keys()].some((hour) => hour >= period.first),
    );
    const customers = await readCustomers(
      fingerprint,
      shownDays.map(({ day }) => day),
      reads,
    );
    if (!customers.ok) return reads.billed(customers);
    const answer: OpenCause = {
      kept: kept.value,
      period,
      cause,
      customers: [...customers.value.customers],
      isAll: customers.value.isAll,
      ...describeReads(reads),
    };
    return reads.billed(ok(answer));
  };
}

function noCause(fingerprint: string): Result<never> {
  const message = `No cause "${fingerprint}" is known. Open the list of causes, or choose more days.`;
  return refused({ code: 'not-found', what: fingerprint, message });
}
