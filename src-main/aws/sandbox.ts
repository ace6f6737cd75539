import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { ok, refused, type Refusal, type Result } from '#shared/contract/result.ts';
import type { SandboxState } from '#shared/contract/sign-in.ts';
import type { PipelineTransport } from '../pipeline/pipeline-api.ts';
import {
  everyDoor,
  forward,
  refuseCall,
  wrapDoors,
  type DoorAnswer,
  type DoorCall,
  type Doors,
} from './doors.ts';

/** This is the embedded AWS as the SDK's clients reach it, however it was started. */
export interface Sandbox {
  readonly requestHandler: NonNullable<DynamoDBClientConfig['requestHandler']>;
  readonly region: string;
  readonly accountId: string;
  /** The sandbox's pipeline API has the paths and tokens of every pipeline API. */
  readonly pipeline: PipelineTransport;
  readonly control: SandboxControl;
  /** Returns true when it has stopped unasked; it cannot be restarted, but another one may be opened. */
  readonly hasEnded: () => boolean;
  close(): Promise<void>;
}

/** Controls the world itself. Each call returns the state afterwards. */
export interface SandboxControl {
  read(): Promise<SandboxState>;
  setTraffic(paused: boolean): Promise<SandboxState>;
  reset(seed: string | undefined): Promise<SandboxState>;
}

/**
 * Opens a sandbox with the tables and samples of these systems. Rejects with a sentence for people when it cannot
 * open, for example because another console has it open.
 */
export type OpenSandbox = (systems: readonly SystemDeclaration[]) => Promise<Sandbox>;

/** Its reader and executions are replaced after a reset, because what the old ones have seen no longer exists. */
export interface OpenedAccess extends Doors {
  readonly control: SandboxControl;
  /** Returns true when its AWS has stopped unasked and no longer answers. */
  readonly hasEnded: () => boolean;
  close(): Promise<void>;
}

export interface LateAccess extends Doors {
  control<T>(use: (control: SandboxControl) => Promise<T>): Promise<Result<T>>;
  /** Starts opening it before the first question. */
  prepare(): void;
  close(): Promise<void>;
}

/**
 * Opens an AWS with the first question and not before: the console does not wait for it, and after it has ended the
 * next question opens it again. A running one is kept, whatever it answers.
 */
export function lateAccess(open: () => Promise<OpenedAccess>): LateAccess {
  let opening: Promise<OpenedAccess> | undefined;
  let isClosed = false;

  async function ask<T>(
    question: (opened: OpenedAccess) => Promise<Result<T>>,
    consequence: string,
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
      if (opening === mine) opening = forgetIfFailed(openAnother(opened));
      return ask(question, consequence, true);
    }
    const answer = await question(opened);
    const isLost = !answer.ok && answer.failure.code === 'aws-unreachable' && opened.hasEnded();
    return isLost ? refused(hasStopped) : answer;
  }

  /** Before it is open nothing has been sent; afterwards the change itself reports its outcome. */
  async function change(call: DoorCall): Promise<DoorAnswer> {
    const answer = await ask(async (opened) => ok(await forward(opened, call)), 'Nothing was sent.');
    return answer.ok ? answer.value : refuseCall(call, answer.failure);
  }

  function openOnce(): Promise<OpenedAccess> {
    opening ??= forgetIfFailed(open());
    return opening;
  }

  /** A failed opening is not kept, so the next call to ask or prepare tries again. */
  function forgetIfFailed(attempt: Promise<OpenedAccess>): Promise<OpenedAccess> {
    attempt.catch(() => {
      if (opening === attempt) opening = undefined;
    });
    return attempt;
  }

  /** The ended one is closed first, because a folder has only one writer. */
  async function openAnother(ended: OpenedAccess): Promise<OpenedAccess> {
    await ended.close();
    return open();
  }

  return {
    ...wrapDoors(everyDoor, (call) => {
      if (call.kind === 'read') {
        const consequence = call.name === 'receive' ? 'Nothing was received.' : 'Nothing was read.';
        return ask((opened) => forward(opened, call), consequence);
      }
      if (call.kind !== 'note') return change(call);
      // An AWS that is not open has no list that could be out of date.
      void opening?.then(
        (opened) => forward(opened, call),
        () => undefined,
      );
      return undefined;
    }),
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

function notOpened(error: unknown, consequence: string): Refusal {
  return unreachable(`The sandbox did not open. ${sentence(error)} ${consequence}`);
}

/** The change may have happened, so the message gives the next step instead of a consequence. */
function notDone(error: unknown): Refusal {
  return unreachable(
    `The sandbox could not do it. ${sentence(error)} Check its current state, then try again.`,
  );
}

function sentence(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return why.endsWith('.') ? why : `${why}.`;
}

function unreachable(message: string): Refusal {
  return { code: 'aws-unreachable', message, service: 'sandbox' };
}

const hasStopped = unreachable(
  'The sandbox stopped during the read. Ask again from the first page; it reopens automatically.',
);

function closing(consequence: string): Refusal {
  return unreachable(`The console is closing. ${consequence}`);
}
