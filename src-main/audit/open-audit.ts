import type { Session } from '#shared/contract/session.ts';
import type { Log } from '../log/open-log.ts';
import type { PipelineApi } from '../pipeline/pipeline-api.ts';
import {
  anchorChain,
  openAnchorRecords,
  type Anchored,
  type Anchoring,
  type SignedHead,
} from './anchor-chain.ts';
import { openAuditLog, type AuditLog } from './audit-log.ts';

type Options = Omit<Parameters<typeof openAuditLog>[0], 'who' | 'onOutcome' | 'open'> & {
  readonly session: () => Session;
  readonly pipelineOf: (connectionId: string) => PipelineApi;
  readonly log: Log;
  readonly after?: (ms: number, work: () => void) => () => void;
};

export type Audit = AuditLog & { readonly anchoring: Anchoring };

/**
 * Opens the log of who did what; its head is anchored at the API of the connection on which the action was done.
 */
export function openAudit(options: Options): Audit {
  const { home, now, session, pipelineOf, log, after = afterwards, ...said } = options;
  const told = openAnchorRecords(home);
  const anchoring = anchorChain({
    send(head) {
      const current = session();
      const why = current.connection.id === head.connection ? whyNoAnchor(current) : null;
      if (why !== null) return Promise.resolve({ kind: 'not-anchored', why });
      return sendHead(pipelineOf(head.connection), head);
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
  const audit = openAuditLog({
    home,
    now,
    ...said,
    who() {
      const { connection, who } = session();
      return { connection: connection.id, person: who?.id ?? null };
    },
    onOutcome: (head) => anchoring.written(head),
  });
  return { ...audit, anchoring };
}

/** The timer is unreferenced so that it keeps no process alive. */
function afterwards(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

/** The same head has the same key, so it makes one anchor however often it is sent. */
async function sendHead(pipeline: PipelineApi, head: SignedHead): Promise<Anchored> {
  const { chain, sequence, hash, person } = head;
  const answer = await pipeline.call('anchorAudit', {
    personId: person,
    body: { chain, sequence, hash },
    idempotencyKey: `audit-${chain}-${sequence}`,
  });
  if (answer.kind === 'answered') return { kind: 'anchored', anchoredAt: answer.value.anchoredAt };
  const why = answer.kind === 'problem' ? answer.problem.detail : answer.why;
  return { kind: 'not-anchored', why };
}

/** Returns why the pipeline API cannot be asked now without prompting for a sign-in; null when it can. */
export function whyNoAnchor({ signIn, who }: Pick<Session, 'signIn' | 'who'>): string | null {
  if (signIn?.pipeline.state === 'no-api') return 'This connection names no pipeline API.';
  const isSignedIn = signIn === null || signIn.pipeline.state === 'signed-in';
  return who !== null && isSignedIn ? null : 'Not signed in to the pipeline API.';
}
