import { onTestFinished } from 'vitest';
import type { EntryOutcome, MessageToSend, Queues } from '#main/aws/queues.ts';
import { refusingDoors } from '#main/aws/doors.ts';
import { openDeadLetters } from '#main/compose/open-acting.ts';
import { openJobs } from '#main/compose/compose-jobs.ts';
import { heldMessages } from '#main/dead-letters/held-messages.ts';
import { openRedrive } from '#main/dead-letters/open-redrive.ts';
import type { ItemReceipt, Job } from '#shared/contract/jobs.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aReader } from '#test/builders/a-reader.ts';
import { aSession } from '#test/builders/a-session.ts';
import { steppedClock } from '#test/builders/a-stepped-clock.ts';

const queue = 'dead';
const context = { reference: 'r', role: 'admin', host: 'browser' } as const;
const log = { info() {}, warn() {}, error() {}, fatal() {} };
const done = { kind: 'done', messageId: null } as const;

interface InQueue {
  until: number;
  receives: number;
  readonly body?: string;
  readonly attributes?: MessageToSend['attributes'];
}

export interface QueueFaults {
  /** A send is answered only after this promise. */
  readonly beforeSend?: (sent: number) => Promise<void> | undefined;
  /** A send is answered with this instead. */
  readonly refuses?: (sent: number) => EntryOutcome | undefined;
  readonly deletes?: () => EntryOutcome | undefined;
  readonly hides?: () => EntryOutcome | undefined;
  /** Another consumer receives every available message first while this is true. */
  readonly isTaken?: () => boolean;
}

/**
 * Runs sampling and jobs over one queue that hides, delivers and deletes as SQS does, on a clock that a test
 * moves and with ledgers on disk.
 */
export function aMessagesDesk(many: number, faults: QueueFaults = {}) {
  const clock = steppedClock();
  const now = () => clock.now();
  const inQueue = new Map<string, InQueue>(
    Array.from({ length: many }, (_, at) => [`m${at}`, { until: 0, receives: 0 }]),
  );
  const sent: MessageToSend[] = [];
  /** Maps the ids that SQS gives to what was sent under them. */
  const sentAs = new Map<string, MessageToSend>();
  /** A handle is void once the message has been received again, so it finds no message. */
  const byHandle = (handle: string) => {
    const [id = '', receives] = handle.split('/');
    const message = inQueue.get(id);
    return message !== undefined && String(message.receives) === receives ? { id, message } : undefined;
  };
  const queues: Queues = {
    configured: () => Promise.resolve(ok([{ name: queue, source: 'work' }])),
    standing: () => {
      const depth = { waiting: inQueue.size, inFlight: 0, delayed: 0 };
      const sources = [{ name: 'work', mostReceives: 3 }];
      return Promise.resolve(
        ok({ name: queue, fifo: false, depth, retentionSeconds: 1e6, sources, moves: [] }),
      );
    },
    attributes: () =>
      Promise.resolve(
        ok({
          waiting: inQueue.size,
          inFlight: 0,
          delayed: 0,
          mostReceives: 3,
          visibilitySeconds: 60,
          delaySeconds: 0,
          largestMessage: 262_144,
        }),
      ),
    receive(_queue, { most, visibilitySeconds }) {
      const some = [...inQueue].filter(([, { until }]) => until <= now()).slice(0, most);
      const received = some.flatMap(([id, message]) => {
        message.until = now() + visibilitySeconds * 1_000;
        message.receives += 1;
        if (faults.isTaken?.() === true) return [];
        const receiptHandle = `${id}/${message.receives}`;
        const { body = `{"${id}":1}`, attributes = {} } = message;
        return { messageId: id, receiptHandle, body, attributes, system: {} };
      });
      return Promise.resolve(ok(received));
    },
    hide(_queue, handles, seconds) {
      const refusal = faults.hides?.();
      if (refusal !== undefined) return Promise.resolve(handles.map(() => refusal));
      for (const handle of handles) {
        const found = byHandle(handle);
        if (found) found.message.until = now() + seconds * 1_000;
      }
      return Promise.resolve(handles.map(() => done));
    },
    async send(_to, messages) {
      await faults.beforeSend?.(sent.length);
      const refusal = faults.refuses?.(sent.length);
      if (refusal !== undefined) return messages.map(() => refusal);
      sent.push(...messages);
      return messages.map((message, at) => {
        const messageId = `new-${sent.length}-${at}`;
        sentAs.set(messageId, message);
        return { kind: 'done', messageId };
      });
    },
    delete(_queue, handles) {
      const refusal = faults.deletes?.();
      if (refusal !== undefined) return Promise.resolve(handles.map(() => refusal));
      // SQS also reports success for a handle that is void.
      for (const handle of handles) inQueue.delete(byHandle(handle)?.id ?? '');
      return Promise.resolve(handles.map(() => done));
    },
    startMove: () => Promise.reject(new Error('Moves are not used here')),
    cancelMove: () => Promise.reject(new Error('Moves are not used here')),
  };
  const doors = { ...refusingDoors('nothing'), reader: aReader([[]]).reader, queues };

  let session: Session = aSession();
  session = { ...session, who: session.personas[1] ?? null };
  const listeners = new Set<(session: Session) => void>();
  const held = heldMessages();
  const parts = {
    home: aHome(),
    held,
    log,
    now,
    sleep: (ms: number, signal: AbortSignal) => clock.sleep(ms, signal),
    session: () => session,
    onSession(listener: (session: Session) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    doorsOf: () => doors,
  };
  const redrive = openRedrive(parts);
  const jobs = openJobs({ ...parts, redrive, scopedDoors: () => doors });
  const { sentBefore, discarded, returns } = redrive;
  const { worksOn, jobOf } = jobs;
  const own = { sentBefore, discarded, returns, worksOn, jobOf };
  const letters = openDeadLetters({ ...parts, ...own, doors: () => doors });
  onTestFinished(async () => {
    redrive.close();
    const closed = jobs.close();
    await clock.advance(10_000);
    await closed;
  });

  return {
    held,
    /**
     * Moves the clock on in small steps until this is so. Writing to the disk takes its real time in between.
     */
    async until(isSo: () => boolean, stepMs = 20): Promise<void> {
      for (let tries = 0; !isSo(); tries += 1) {
        if (tries > 2_000) throw new Error('It never was so');
        await clock.advance(stepMs);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 5_000) {
        await clock.advance(Math.min(left, 5_000));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
    sent,
    inQueue,
    hidden: () => [...inQueue].flatMap(([id, { until }]) => (until > now() ? [id] : [])),
    worksOn: () => [...jobs.worksOn('local', queue)],
    home: parts.home,
    /** Lets everything that was sent come back as a new message, with its attributes. */
    bounce(): void {
      for (const [id, { body, attributes }] of sentAs)
        inQueue.set(id, { until: 0, receives: 0, body, attributes });
      sentAs.clear();
    },
    letters: letters.handlers,
    detail: (jobId: string) => jobs.detailOf('local', jobId),
    sample: async (most: number, holdSeconds: number) =>
      valueOf(await letters.handlers['dead-letters.sample']({ queue, most, holdSeconds }, context)).rows,
    release: async () => valueOf(await letters.handlers['dead-letters.release']({ queue }, context)),
    become(who: Session['who']): void {
      session = { ...session, who };
      for (const listener of listeners) listener(session);
    },
    async start(
      kind: 'redrive-messages' | 'discard-messages' | 'resend-messages',
      messageIds: string[],
    ): Promise<string> {
      const target: PlanTarget = { kind, queue, messageIds };
      const plan = valueOf(await jobs.handlers['plans.make']({ target }, context));
      const typed = plan.typing && { ...plan.typing, count: String(plan.typing.count) };
      const asked = { planId: plan.planId, hash: plan.hash, reason: 'A test', ...(typed && { typed }) };
      return valueOf(await jobs.handlers['plans.start'](asked, context)).jobId;
    },
    brake: async (jobId: string) => void valueOf(await jobs.handlers['jobs.brake']({ jobId }, context)),
    resume: async (jobId: string) => void valueOf(await jobs.handlers['jobs.resume']({ jobId }, context)),
    job(jobId: string): Job {
      let found: Job | undefined;
      jobs.handlers['jobs.watch'](
        {},
        (list) => void (found = list.jobs.find((one) => one.jobId === jobId)),
        context,
      )();
      if (found === undefined) throw new Error(`There is no job ${jobId}`);
      return found;
    },
    receipts: async (jobId: string): Promise<readonly ItemReceipt[]> =>
      valueOf(await jobs.handlers['jobs.receipts']({ jobId, offset: 0 }, context)).receipts,
  };
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}
