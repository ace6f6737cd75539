import { keyText } from '#shared/catalogue/items/attribute-value.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import {
  countLastHour,
  figuresByPerson,
  listOnDesk,
  type JudgedAs,
  type ReviewAction,
} from '#shared/domain/review/reviewer-figures.ts';
import { listOnlyTenants, maySeeTenant } from '#shared/permissions.ts';
import { passingReader, type CatalogueReader, type StoredItem } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { concernsAll, everyItem, paidReads, type PaidReads } from '../../reads/paid-reads.ts';
import { mapIn } from '../../rows/judged-document.ts';
import { readRow } from '../../rows/read-row.ts';
import type { QueueParts } from './read-queue.ts';

const hour = 3_600_000;
/** A person waits for these figures, and an hour of a busy day has some hundred actions. */
const mostPages = 5;
const pageSize = 200;
/** Each tenant of a person takes a question of its own. */
const mostTenants = 20;

/**
 * Reads who reviews now and how fast, from what people did in the last hour. With `figures` it reads a day, and what was
 * found about decisions: a reviewer gets their own figures only, and an administrator everyone's.
 */
export function readReviewers({ doors, session, now }: QueueParts): Handlers['review.reviewers'] {
  return async ({ tenantId, figures }) => {
    const { who } = session();
    if (tenantId !== undefined && !maySeeTenant(who, tenantId))
      return outOfScope(tenantId, 'Nothing was read.');
    const reader = passingReader(doors().reader);
    const reads = paidReads({ pattern: 'extraction.activityOfTenant', index: 'table' }, now);
    const hours = figures ? 24 : 1;
    const at = now();
    const read = await readActions({ tenantId, who, from: at - hours * hour, to: at }, { reader, reads });
    if (!read.ok) return reads.billed<never>(read);
    const { actions, isAll } = read.value;
    const judged = figures ? await readJudged(tenantId, who, { reader, reads }) : noneJudged;
    if (!judged.ok) return reads.billed<never>(judged);
    const seesAll = who?.role === 'admin';
    const mine = ({ personId }: { readonly personId: string }): boolean => seesAll || personId === who?.id;
    return reads.billed(
      ok({
        onDesk: listOnDesk(actions, at).map(({ personId, lastAt }) => ({
          personId,
          lastAt: new Date(lastAt).toISOString(),
        })),
        decidedLastHour: countLastHour(actions, at),
        isAtLeast: !isAll,
        figures: figures ? figuresByPerson(actions, judged.value.judged).filter(mine) : [],
        seesAll,
        judgedAreRead: judged.value.areRead,
        readAt: new Date(at).toISOString(),
      }),
    );
  };
}

interface Reads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
}

interface Asked {
  readonly tenantId: string | undefined;
  readonly who: Persona | null;
  readonly from: number;
  readonly to: number;
}

/** Asks one tenant, each of a person's tenants, or the days of all. */
async function readActions(
  { tenantId, who, from, to }: Asked,
  { reader, reads }: Reads,
): Promise<Result<{ readonly actions: readonly ReviewAction[]; readonly isAll: boolean }>> {
  const between = { from: new Date(from).toISOString(), to: new Date(to + 1).toISOString() };
  const tenants = tenantId === undefined ? listOnlyTenants(who) : [tenantId];
  const days = [...new Set([between.from.slice(0, 10), between.to.slice(0, 10)])];
  const questions =
    tenants === null
      ? days.map(
          (day) => (cursor: string | undefined) =>
            reader.run('extraction.activityOfDay', { day, ...between }, { cursor, pageSize }),
        )
      : tenants
          .slice(0, mostTenants)
          .map(
            (one) => (cursor: string | undefined) =>
              reader.run('extraction.activityOfTenant', { tenantId: one, ...between }, { cursor, pageSize }),
          );
  const answers = await Promise.all(
    questions.map((ask) => everyItem(async (cursor) => reads.paid(await ask(cursor)), mostPages)),
  );
  const actions: ReviewAction[] = [];
  let isAll = tenants === null || tenants.length <= mostTenants;
  for (const answer of answers) {
    if (!answer.ok && (concernsAll(answer.failure) || answers.length === 1)) return answer;
    isAll &&= answer.ok && answer.value.isAll;
    if (answer.ok) actions.push(...answer.value.items.flatMap(toAction));
  }
  return ok({ actions, isAll });
}

/** Looking at the list is no work on a document. */
const atDesk: ReadonlySet<string> = new Set([
  'review.read',
  'review.claim',
  'review.release',
  'review.decide',
  'review.undo',
  'review.handOver',
  'review.refile',
  'review.check',
]);

/** Takes actions of review that were done; one that was refused or lost is none. */
function toAction(item: StoredItem): ReviewAction[] {
  const { attributes, entity } = item;
  const operation = keyText(attributes, 'operation') ?? '';
  const personId = keyText(attributes, 'personId');
  if (entity === null || personId === undefined || !atDesk.has(operation)) return [];
  const at = Date.parse(readRow(item, entity === 'Activity' ? 'Activity' : 'TenantActivity').id('at'));
  const outcome = keyText(mapIn(attributes, 'facts'), 'outcome') ?? 'done';
  const isDone = keyText(attributes, 'outcome') === 'ok' && outcome === 'done';
  return Number.isNaN(at) || !isDone ? [] : [{ personId, at, isDecision: operation === 'review.decide' }];
}

interface Judged {
  readonly judged: readonly JudgedAs[];
  readonly areRead: boolean;
}

const noneJudged: Result<Judged> = ok({ judged: [], areRead: false });
const mostJudgedPages = 4;

/** Reads what was found about decisions. It is kept by tenant, so it is read for one tenant only. */
async function readJudged(
  tenantId: string | undefined,
  who: Persona | null,
  { reader, reads }: Reads,
): Promise<Result<Judged>> {
  const own = listOnlyTenants(who);
  const one = tenantId ?? (own?.length === 1 ? own[0] : undefined);
  if (one === undefined || who === null) return noneJudged;
  const read = await everyItem(
    async (cursor) =>
      reads.paid(
        who.role === 'admin'
          ? await reader.run('extraction.judgedOfTenant', { tenantId: one }, { cursor })
          : await reader.run('extraction.judgedOfReviewer', { tenantId: one, personId: who.id }, { cursor }),
      ),
    mostJudgedPages,
  );
  if (!read.ok) return read;
  const judged = read.value.items.flatMap((item) => {
    const { read: of, id } = readRow(item, 'JudgedDecision');
    if (of.flag('isTakenBack', 'optional') === true) return [];
    const isRight = of.flag('isRight');
    return isRight === null ? [] : [{ personId: id('personId'), isRight }];
  });
  return ok({ judged, areRead: true });
}
