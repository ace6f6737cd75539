import type { Session } from '#shared/contract/session.ts';
import type { Log } from '../log/open-log.ts';
import type { PipelineApi } from '../pipeline/pipeline-api.ts';
import { digest } from '../gate/idempotency.ts';
import { anchorChain, openAnchorRecords, type Anchoring } from './anchor-chain.ts';
import { openAuditLog, type OwnAuditLog } from './audit-log.ts';
import type { Action } from './chain-actions.ts';
import { mendNotedEnds } from './chain-ends.ts';
import { openTeller, type Telling, type TellingAnswer, type TellingStanding } from './tell-actions.ts';

type Options = Omit<Parameters<typeof openAuditLog>[0], 'who' | 'onOutcome' | 'open'> & {
  readonly session: () => Session;
  /** Without it, what earlier processes left is told some seconds after the start only. */
  readonly onSession?: (listener: () => void) => () => void;
  readonly pipelineOf: (connectionId: string) => PipelineApi;
  readonly log: Log;
  readonly after?: (ms: number, work: () => void) => () => void;
};

export type Audit = OwnAuditLog & {
  readonly anchoring: Anchoring;
  /** Counts the actions on the open connection that colleagues were not told of. */
  readonly telling: () => TellingStanding;
};

/** The first page comes before what an earlier process left untold. */
const afterStart = 5_000;
const afterFailure = 120_000;

/**
 * Opens the log of who did what. Its head is anchored at the API of the connection on which the action was done, and with
 * it the actions are told, so that colleagues see them (decision 034).
 */
export function openAudit(options: Options): Audit {
  const { home, now, session, onSession, pipelineOf, log, after = afterwards, ...said } = options;
  const told = openAnchorRecords(home, { log, now });
  /** These connections took a head and knew nothing of actions. */
  const withoutActions = new Set<string>();
  let isClosed = false;
  let stop: (() => void) | undefined;

  async function sendThere(telling: Telling): Promise<TellingAnswer> {
    const { connection } = telling;
    const known = withoutActions.has(connection) ? { ...telling, actions: [] } : telling;
    const answer = await sendTelling(pipelineOf(connection), known);
    if (answer.kind === 'head-only') withoutActions.add(connection);
    return withoutActions.has(connection) && answer.kind === 'told'
      ? { ...answer, kind: 'head-only' }
      : answer;
  }

  const anchoring = anchorChain({
    async send(head) {
      const current = session();
      const why = current.connection.id === head.connection ? whyNoAnchor(current) : null;
      if (why !== null) return { kind: 'not-anchored', why };
      const answer = await teller.tell(head);
      if (answer.kind === 'not-told') return { kind: 'not-anchored', why: answer.why };
      return { kind: 'anchored', anchoredAt: answer.anchoredAt };
    },
    told(head, anchoredAt) {
      try {
        told.add(head, anchoredAt);
      } catch (error) {
        log.warn({ err: error }, 'an audit trail anchor was not saved');
      }
    },
    now,
    after,
  });
  mendNotedEnds({ home, log, now });
  const audit = openAuditLog({
    home,
    now,
    ...said,
    who() {
      const { connection, who } = session();
      return { connection: connection.id, person: who?.id ?? null };
    },
    onOutcome(head) {
      anchoring.written(head);
      planLeft(afterFailure);
    },
  });
  const teller = openTeller({ home, own: audit.chain, now, log, send: sendThere });

  /** Tells what is left on the open connection: by earlier processes, and by other people who used this console. */
  async function tellLeft(): Promise<void> {
    const current = session();
    const { id } = current.connection;
    if (isClosed || whyNoAnchor(current) !== null || withoutActions.has(id)) return;
    try {
      await teller.tellLeft(id);
    } catch (error) {
      log.warn({ err: error }, 'what was done here could not be told');
    }
    if (teller.standing(id).why !== null) planLeft(afterFailure);
  }

  function planLeft(ms: number): void {
    if (isClosed || stop !== undefined) return;
    stop = after(ms, () => {
      stop = undefined;
      void tellLeft();
    });
  }

  planLeft(afterStart);
  let seen = describeSignIn(session());
  const stopListening = onSession?.(() => {
    const present = describeSignIn(session());
    if (present === seen) return;
    seen = present;
    stop?.();
    stop = undefined;
    planLeft(afterStart);
  });

  return {
    ...audit,
    anchoring: {
      ...anchoring,
      close() {
        isClosed = true;
        stop?.();
        stopListening?.();
        return anchoring.close();
      },
    },
    telling() {
      const current = session();
      const standing = teller.standing(current.connection.id);
      return standing.untold === 0 ? standing : { ...standing, why: whyNoAnchor(current) ?? standing.why };
    },
  };
}

/** Another person, connection or sign-in may be able to tell what could not be told before. */
function describeSignIn({ connection, who, signIn }: Session): string {
  return JSON.stringify([connection.id, who?.id, signIn?.pipeline.state]);
}

/** The timer is unreferenced so that it keeps no process alive. */
function afterwards(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

/**
 * The same telling has the same key, so that it is answered alike however often it is sent. The API knows the person by
 * their sign-in: what another person did is told only with theirs.
 */
async function sendTelling(pipeline: PipelineApi, telling: Telling): Promise<TellingAnswer> {
  const { chain, sequence, hash, person, actions } = telling;
  const of = `audit-${chain}-${sequence}`;
  const answer = await pipeline.call('anchorAudit', {
    personId: person,
    body: { chain, sequence, hash, ...(actions.length > 0 && { actions: [...actions] }) },
    idempotencyKey: actions.length === 0 ? of : `${of}-${digest(actions).slice(0, 32)}`,
  });
  if (answer.kind === 'answered') {
    const { anchoredAt, kept, notKept = [] } = answer.value;
    return actions.length > 0 && kept === undefined
      ? { kind: 'head-only', anchoredAt }
      : { kind: 'told', anchoredAt, notKept };
  }
  if (answer.kind !== 'problem') return { kind: 'not-told', why: answer.why };
  const { code, detail: why } = answer.problem;
  // An older API knows actions without the batches of a job.
  if (code === 'malformed-request' && actions.some(({ batches }) => batches !== undefined)) {
    return sendTelling(pipeline, { ...telling, actions: actions.map(withoutBatches) });
  }
  // An API that knows nothing of actions refuses them, and still takes the head.
  if (code === 'malformed-request' && actions.length > 0) {
    const alone = await sendTelling(pipeline, { ...telling, actions: [] });
    return alone.kind === 'told' ? { ...alone, kind: 'head-only' } : alone;
  }
  return { kind: 'not-told', why, ...(code === 'anchored-otherwise' && { of: 'chain' as const }) };
}

function withoutBatches({ batches: _batches, ...action }: Action): Action {
  return action;
}

/** Returns why the pipeline API cannot be asked now without prompting for a sign-in; null when it can. */
export function whyNoAnchor({ signIn, who }: Pick<Session, 'signIn' | 'who'>): string | null {
  if (signIn?.pipeline.state === 'no-api') return 'This connection names no pipeline API.';
  const isSignedIn = signIn === null || signIn.pipeline.state === 'signed-in';
  return who !== null && isSignedIn ? null : 'Not signed in to the pipeline API.';
}
