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

/** The embedded AWS as the SDK's clients reach it; who has started it is none of theirs. */
export interface Sandbox {
  readonly requestHandler: NonNullable<DynamoDBClientConfig['requestHandler']>;
  readonly region: string;
  readonly accountId: string;
  /** Its pipeline API, by the paths and tokens that others have, too. */
  readonly pipeline: PipelineTransport;
  readonly control: SandboxControl;
  /** It has stopped by itself: nothing brings this one back, and another may be opened. */
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** What can be done with the world itself. Each answers how it stands afterwards. */
export interface SandboxControl {
  read(): Promise<SandboxState>;
  setTraffic(paused: boolean): Promise<SandboxState>;
  reset(seed: string | undefined): Promise<SandboxState>;
}

/**
 * It begins with the tables and samples of these systems. Rejects with a sentence for people where it cannot open:
 * another console may have it open.
 */
export type OpenSandbox = (systems: readonly SystemDeclaration[]) => Promise<Sandbox>;

/** Its reader is another one after a reset: what the first has seen is no more. */
export interface OpenedAccess extends Doors {
  readonly control: SandboxControl;
  /** Its AWS has stopped by itself and answers nobody any more. */
  hasEnded(): boolean;
  close(): Promise<void>;
}

export interface LateAccess extends Doors {
  control<T>(use: (control: SandboxControl) => Promise<T>): Promise<Result<T>>;
  /** For whoever is about to ask: it opens meanwhile. */
  prepare(): void;
  close(): Promise<void>;
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

  /** Before it is open nothing has been sent, and afterwards it is the change itself that says what became of it. */
  async function change(call: DoorCall): Promise<DoorAnswer> {
    const answer = await ask(async (opened) => ok(await forward(opened, call)), 'Nothing was sent.');
    return answer.ok ? answer.value : refuseCall(call, answer.failure);
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
      // An AWS that is not open shows no list that could be old.
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
