import { z } from 'zod';
import { ok, type Result } from '#shared/contract/result.ts';
import {
  childExecutionSchema,
  type ChildExecution,
  type ChildOfDocument,
} from '#shared/contract/executions.ts';
import type { SfnQuestion } from './executions.ts';

const mapRunsSchema = z.object({ mapRuns: z.array(z.object({ mapRunArn: z.string() })) });

/** Returns the ARN of the Map Run that began last; null when the execution has none. */
export async function newestMapRun(question: SfnQuestion): Promise<Result<string | null>> {
  const listed = await question.mapRuns(mapRunsSchema);
  if (!listed.ok) return listed;
  return ok(listed.value.mapRuns[0]?.mapRunArn ?? null);
}

const memberSchema = z.object({ mapRunArn: z.string().nullish() });

/**
 * Returns the ARN of a child execution by its name. A state machine's child executions all have names of one kind, so
 * AWS is asked whether this one belongs to the run. Null if it does not.
 */
export async function findChildArn(question: SfnQuestion, child: string): Promise<Result<string | null>> {
  const mapRun = await newestMapRun(question);
  if (!mapRun.ok) return mapRun;
  if (mapRun.value === null || !/^[\w-]{1,80}$/.test(child)) return ok(null);
  const start = mapRun.value.replace(':mapRun:', ':execution:');
  const arn = `${start.slice(0, start.lastIndexOf(':'))}:${child}`;
  const described = await question.child(memberSchema, arn);
  if (!described.ok) return described;
  return ok(described.value.mapRunArn === mapRun.value ? arn : null);
}

/** Times are in seconds. */
const childrenSchema = z.object({
  executions: z.array(
    z.object({
      executionArn: z.string(),
      name: z.string(),
      status: childExecutionSchema.shape.status,
      startDate: z.number(),
      stopDate: z.number().nullish(),
    }),
  ),
  nextToken: z.string().nullish(),
});
type ListedChild = z.infer<typeof childrenSchema>['executions'][number];

/** Each row costs a call of its own, since a list has no inputs. */
const mostRows = 25;
const openedAtOnce = 5;

interface Asked {
  readonly status: ChildExecution['status'];
  readonly pageSize: number | undefined;
  /** The place where the page before ended. */
  readonly place: string | undefined;
}

interface Children {
  readonly children: readonly ChildExecution[];
  /** The place where the next page begins. */
  readonly next: string | null;
}

/** Lists the child executions of the newest Map Run that have this status, newest first, each with its document. */
export async function listChildren(question: SfnQuestion, asked: Asked): Promise<Result<Children>> {
  const mapRun = await newestMapRun(question);
  if (!mapRun.ok) return mapRun;
  if (mapRun.value === null) return ok({ children: [], next: null });
  const page = await question.children(childrenSchema, mapRun.value, {
    statusFilter: asked.status,
    maxResults: Math.min(asked.pageSize ?? mostRows, mostRows),
    ...(asked.place !== undefined && { nextToken: asked.place }),
  });
  if (!page.ok) return page;
  const { executions, nextToken } = page.value;
  const children: ChildExecution[] = [];
  for (const few of inGroups(executions, openedAtOnce)) {
    for (const opened of await Promise.all(few.map((one) => openChild(question, one)))) {
      if (!opened.ok) return opened;
      children.push(opened.value);
    }
  }
  return ok({ children, next: nextToken ?? null });
}

const listedAtOnce = 1_000;
const mostPages = 12;
/** Ten documents are at work at a time, and as many may have begun and ended around that time. */
const mostOpened = 25;
const hour = 3_600;

/**
 * Finds the child execution of a document. The document's status changed while its child was at work, so the inputs of
 * the few that were at work at that time are opened, those that ended soonest after it first.
 */
export async function findChildOfDocument(
  question: SfnQuestion,
  { documentId, at }: { readonly documentId: string; readonly at: string | null },
): Promise<Result<ChildOfDocument>> {
  const mapRun = await newestMapRun(question);
  if (!mapRun.ok) return mapRun;
  if (mapRun.value === null) {
    return ok({ child: null, opened: 0, listed: 0, more: false }, question.receipt(0));
  }
  const around = at === null ? null : Date.parse(at) / 1_000;
  const all = await listAround(question, mapRun.value, around);
  if (!all.ok) return all;
  const { children, more } = all.value;
  const candidates = children.toSorted(
    (a, b) => distance(a, around) - distance(b, around) || readEnd(a) - readEnd(b),
  );
  let opened = 0;
  for (const few of inGroups(candidates.slice(0, mostOpened), openedAtOnce)) {
    const read = await Promise.all(few.map((one) => openChild(question, one)));
    opened += few.length;
    for (const one of read) {
      if (!one.ok) return one;
      if (one.value.documentId !== documentId) continue;
      return ok({ child: one.value, opened, listed: children.length, more }, question.receipt(opened));
    }
  }
  return ok({ child: null, opened, listed: children.length, more }, question.receipt(opened));
}

interface Listed {
  readonly children: readonly ListedChild[];
  readonly more: boolean;
}

/** The newest come first, so a list is read until an hour before the time that is looked for. */
async function listAround(
  question: SfnQuestion,
  mapRunArn: string,
  around: number | null,
): Promise<Result<Listed>> {
  const children: ListedChild[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await question.children(childrenSchema, mapRunArn, {
      maxResults: listedAtOnce,
      ...(nextToken !== undefined && { nextToken }),
    });
    if (!answer.ok) return answer;
    const { executions } = answer.value;
    children.push(...executions);
    nextToken = answer.value.nextToken ?? undefined;
    if (nextToken === undefined) return ok({ children, more: false });
    const oldest = executions.at(-1)?.startDate;
    if (around !== null && oldest !== undefined && oldest < around - hour) break;
  }
  return ok({ children, more: true });
}

/** Returns 0 for one that was at work at that time, and otherwise the seconds in between. */
function distance(child: ListedChild, around: number | null): number {
  if (around === null) return 0;
  return Math.max(0, child.startDate - around, around - readEnd(child));
}

/** A running child ends later than all others. */
function readEnd({ stopDate }: ListedChild): number {
  return stopDate ?? Number.MAX_SAFE_INTEGER;
}

const inputSchema = z.looseObject({ documentId: z.string().min(1).max(256) });
const describedSchema = z.object({ input: z.string().nullish() });

/** Opens the input of a child execution, and keeps its document's id alone. */
async function openChild(question: SfnQuestion, listed: ListedChild): Promise<Result<ChildExecution>> {
  const { executionArn: arn, name, status, startDate, stopDate } = listed;
  const described = await question.child(describedSchema, arn);
  // It has ended 90 days ago since it was listed.
  if (!described.ok && described.failure.code !== 'execution-expired') return described;
  return ok({
    name,
    arn,
    status,
    startedAt: formatIso(startDate),
    stoppedAt: stopDate === null || stopDate === undefined ? null : formatIso(stopDate),
    documentId: described.ok ? parseDocumentId(described.value.input) : null,
  });
}

function parseDocumentId(input: string | null | undefined): string | null {
  try {
    const parsed = inputSchema.safeParse(JSON.parse(input ?? ''));
    return parsed.success ? parsed.data.documentId : null;
  } catch {
    return null;
  }
}

function formatIso(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

function inGroups<T>(rows: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, place) =>
    rows.slice(place * size, (place + 1) * size),
  );
}
