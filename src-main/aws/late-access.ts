import { ok, refused, type Refusal, type Result } from '#shared/contract/result.ts';
import type { PipelineApi } from '../pipeline/pipeline-api.ts';
import type { DocumentFiles } from './document-files.ts';
import type { ExecutionChange, Executions } from './executions.ts';
import type { QueueAlarms } from './alarms.ts';
import type { EntryOutcome, Queues, QueueChange } from './queues.ts';
import type { CatalogueReader } from './reading.ts';
import { refusedChange, refusedEntry } from './refusing-doors.ts';
import type { SandboxControl } from './sandbox.ts';

export interface OpenedAccess {
  /** Another one after a reset: what the first has seen is no more. */
  readonly reader: CatalogueReader;
  readonly executions: Executions;
  readonly pipeline: PipelineApi;
  readonly files: DocumentFiles;
  readonly queues: Queues;
  readonly alarms: QueueAlarms;
  readonly control: SandboxControl;
  /** Its AWS has stopped by itself and answers nobody any more. */
  hasEnded(): boolean;
  close(): Promise<void>;
}

export interface LateAccess extends Pick<
  OpenedAccess,
  'reader' | 'executions' | 'pipeline' | 'files' | 'queues' | 'alarms' | 'close'
> {
  control<T>(use: (control: SandboxControl) => Promise<T>): Promise<Result<T>>;
  /** For whoever is about to ask: it opens meanwhile. */
  prepare(): void;
}

/**
 * Access to an AWS that is opened by the first question and not before: the console does not wait for it, and one that
 * has ended is opened anew by the next question. One that lives is left to those who read from it, whatever it answers.
 */
export function lateAccess(open: () => Promise<OpenedAccess>): LateAccess {
  let opening: Promise<OpenedAccess> | undefined;
  let isClosed = false;

  async function ask<T>(
    question: (opened: OpenedAccess) => Promise<Result<T>>,
    consequence = 'Nothing was read.',
    isSecond = false,
  ): Promise<Result<T>> {
    if (isClosed) return refused(closing(consequence));
    const mine = openOnce();
    let opened: OpenedAccess;
    try {
      opened = await mine;
    } catch (error) {
      return refused(notOpened(error, consequence));
    }
    if (opened.hasEnded()) {
      if (isSecond) return refused(hasStopped);
      if (opening === mine) opening = forgetIfFailed(anew(opened));
      return ask(question, consequence, true);
    }
    const answer = await question(opened);
    const isLost = !answer.ok && answer.failure.code === 'aws-unreachable' && opened.hasEnded();
    return isLost ? refused(hasStopped) : answer;
  }

  /** Before it is open nothing has been sent, and afterwards it is the change itself that says what became of it. */
  async function change(make: (opened: OpenedAccess) => Promise<ExecutionChange>): Promise<ExecutionChange> {
    const answer = await ask(async (opened) => ok(await make(opened)), notSentNote);
    if (answer.ok) return answer.value;
    return { kind: 'refused', name: answer.failure.code, why: answer.failure.message };
  }

  /** As with executions: before it is open nothing has been sent. */
  async function changeQueue(make: (queues: Queues) => Promise<QueueChange>): Promise<QueueChange> {
    const answer = await ask(async ({ queues }) => ok(await make(queues)), notSentNote);
    return answer.ok ? answer.value : refusedChange(answer.failure);
  }

  async function entries(
    of: readonly unknown[],
    make: (queues: Queues) => Promise<readonly EntryOutcome[]>,
  ): Promise<readonly EntryOutcome[]> {
    const answer = await ask(async ({ queues }) => ok(await make(queues)), notSentNote);
    return answer.ok ? answer.value : of.map(() => refusedEntry(answer.failure));
  }

  function openOnce(): Promise<OpenedAccess> {
    opening ??= forgetIfFailed(open());
    return opening;
  }

  /** One that did not open is not kept: the next who asks, or prepares, tries again. */
  function forgetIfFailed(attempt: Promise<OpenedAccess>): Promise<OpenedAccess> {
    attempt.catch(() => {
      if (opening === attempt) opening = undefined;
    });
    return attempt;
  }

  /** Closed first: a folder has one writer, and it has to be given back. */
  async function anew(ended: OpenedAccess): Promise<OpenedAccess> {
    await ended.close();
    return open();
  }

  return {
    reader: {
      run: (name, params, options) => ask(({ reader }) => reader.run(name, params, options)),
      ask: (asked, options) => ask(({ reader }) => reader.ask(asked, options)),
      readAgain: (item, attributes) => ask(({ reader }) => reader.readAgain(item, attributes)),
      changed(system, items) {
        // What nobody has opened shows no list that could be old.
        void opening?.then(
          ({ reader }) => reader.changed(system, items),
          () => undefined,
        );
      },
    },
    executions: {
      runOf: (arn) => ask(({ executions }) => executions.runOf(arn)),
      describe: (name) => ask(({ executions }) => executions.describe(name)),
      history: (name, options) => ask(({ executions }) => executions.history(name, options)),
      documentIds: (name) => ask(({ executions }) => executions.documentIds(name)),
      redrive: (name, token) => change(({ executions }) => executions.redrive(name, token)),
      stop: (name, why) => change(({ executions }) => executions.stop(name, why)),
    },
    pipeline: {
      async call(name, call) {
        const answer = await ask(async ({ pipeline }) => ok(await pipeline.call(name, call)), notSentNote);
        return answer.ok ? answer.value : { kind: 'not-sent', why: answer.failure.message };
      },
    },
    files: { read: (...asked) => ask(({ files }) => files.read(...asked)) },
    queues: {
      configured: () => ask(({ queues }) => queues.configured()),
      standing: (queue) => ask(({ queues }) => queues.standing(queue)),
      attributes: (queue) => ask(({ queues }) => queues.attributes(queue)),
      receive: (queue, how) => ask(({ queues }) => queues.receive(queue, how), 'Nothing was received.'),
      hide: (queue, handles, seconds) => entries(handles, (queues) => queues.hide(queue, handles, seconds)),
      send: (queue, messages) => entries(messages, (queues) => queues.send(queue, messages)),
      delete: (queue, handles) => entries(handles, (queues) => queues.delete(queue, handles)),
      startMove: (queue, perSecond) => changeQueue((queues) => queues.startMove(queue, perSecond)),
      cancelMove: (queue) => changeQueue((queues) => queues.cancelMove(queue)),
    },
    alarms: {
      watched: () => ask(({ alarms }) => alarms.watched()),
      ofQueues: (names) => ask(({ alarms }) => alarms.ofQueues(names)),
      oldestAges: (names) => ask(({ alarms }) => alarms.oldestAges(names)),
      list: () => ask(({ alarms }) => alarms.list()),
      history: (name, cursor) => ask(({ alarms }) => alarms.history(name, cursor)),
      metrics: (asked) => ask(({ alarms }) => alarms.metrics(asked)),
    },
    control: (use) =>
      ask(async ({ control }) => {
        try {
          return ok(await use(control));
        } catch (error) {
          return refused(notDone(error));
        }
      }, 'Nothing was changed.'),
    prepare() {
      if (!isClosed) void openOnce();
    },
    async close() {
      isClosed = true;
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}

const notSentNote = 'Nothing was sent.';

function notOpened(error: unknown, consequence: string): Refusal {
  return unreachable(`The sandbox did not open. ${sentence(error)} ${consequence}`);
}

/** It may have happened all the same, so what to do comes instead of a consequence. */
function notDone(error: unknown): Refusal {
  return unreachable(`The sandbox did not do it. ${sentence(error)} Look how it stands, then try again.`);
}

function sentence(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return why.endsWith('.') ? why : `${why}.`;
}

function unreachable(message: string): Refusal {
  return { code: 'aws-unreachable', message, service: 'sandbox' };
}

const hasStopped = unreachable(
  'The sandbox stopped while it was read. Ask again, from the beginning: it is opened anew.',
);

function closing(consequence: string): Refusal {
  return unreachable(`The console is closing. ${consequence}`);
}
