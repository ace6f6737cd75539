import { AsyncLocalStorage } from 'node:async_hooks';
import { contract } from '#shared/contract/contract.ts';
import type { Operation, Role } from '#shared/contract/define.ts';
import { refused, type Refusal, type Result } from '#shared/contract/result.ts';
import { whyReadOnly } from '#shared/domain/permissions.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Log } from '../log/open-log.ts';
import { admit, shownName, type Admitted, type Operations } from './admit.ts';
import type { CallContext, CallRequest, Gate, Handlers, Watchers } from './gate.ts';
import { rememberKeys } from './idempotency.ts';

interface GateParts {
  readonly handlers: Handlers;
  readonly watchers: Watchers;
  readonly role: () => Role | null;
  /** The connection that is open, as it is now: time for writing may have ended since anybody was told. */
  readonly connection: () => Lock;
  readonly audit: AuditLog;
  readonly log: Log;
  readonly during: WhoAsks['during'];
  readonly now: () => number;
  readonly newReference: () => string;
  /** A test may hand in operations of its own, with the handlers to match. */
  readonly operations?: Operations;
}

/** Decision 001: both hosts come through here, and no handler runs before every check has passed. */
export function serveContract(parts: GateParts): Gate {
  const runOnce = rememberKeys(parts.now);
  const operations = parts.operations ?? contract;

  return {
    async call(caller, request) {
      const started = parts.now();
      const reference = parts.newReference();
      const admission = admit(operations, caller, request, 'call', parts.role(), reference);
      const result = admission.admitted ? await run(admission) : refused(admission.refusal);
      return settle(parts, request, result, reference, parts.now() - started);
    },

    watch(caller, request, emit) {
      const reference = parts.newReference();
      const admission = admit(operations, caller, request, 'watch', parts.role(), reference);
      const result = admission.admitted ? subscribe(admission, emit) : refused(admission.refusal);
      return settle(parts, request, result, reference, 0);
    },
  };

  function run({ name, operation, input, key, context }: Admitted): Promise<Result<unknown>> {
    const handler = parts.handlers[name as keyof Handlers] as Handler;
    const guarded = async (): Promise<Result<unknown>> => {
      try {
        const work = () =>
          refuseLocked(operation, parts.connection()) ?? parts.during(name, () => handler(input, context));
        return await (operation.audited
          ? parts.audit.around({ operation: name, input, context }, work)
          : work());
      } catch (error) {
        return refused(unexpected(parts.log, name, error, context.reference), context.reference);
      }
    };
    return operation.remembered ? runOnce(key, name, input, guarded) : guarded();
  }

  function subscribe(
    { name, input, context }: Admitted,
    emit: (result: Result<unknown>) => void,
  ): Result<{ stop: () => void }> {
    const watcher = parts.watchers[name as keyof Watchers] as Watcher;
    try {
      const begin = () => watcher(input, (value) => emit({ ok: true, value }), context);
      return { ok: true, value: { stop: parts.during(name, begin) } };
    } catch (error) {
      return refused(unexpected(parts.log, name, error, context.reference));
    }
  }
}

// The contract pairs each name with its handler's exact type; inside the gate the pair is only known
// by name, so the parsed input travels as unknown.
type Handler = (input: unknown, context: CallContext) => Result<unknown> | Promise<Result<unknown>>;
type Watcher = (input: unknown, emit: (value: unknown) => void, context: CallContext) => () => void;

function settle<T>(
  parts: GateParts,
  request: CallRequest,
  result: Result<T>,
  reference: string,
  ms: number,
): Result<T> {
  const operation = shownName(request.operation);
  if (!result.ok) {
    const failure = { ...result.failure, reference: result.failure.reference || reference };
    parts.log.warn(
      { operation, reference: failure.reference, code: failure.code, ms: hundredths(ms) },
      failure.message,
    );
    return { ok: false, failure };
  }
  parts.log.info({ operation, reference, ms: hundredths(ms) }, 'done');
  return result;
}

function hundredths(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** The page learns only where to look: a stack trace can hold a path, a table name or a person's data. */
function unexpected(log: Log, operation: string, error: unknown, reference: string): Refusal {
  log.error({ operation, reference, err: error }, 'unexpected error');
  return {
    code: 'unexpected',
    message: `${operation} met an error nobody foresaw. Whether it took effect is not known; the log has ${reference}.`,
  };
}

/** As much of the open connection as says whether it may be written to now. */
export type Lock = Parameters<typeof whyReadOnly>[0];

/**
 * The last check before a handler, in the same turn (decision 020). It comes after the role, so that nobody unlocks
 * production for what they may not do anyway; after the key, so that a call that was made and is asked about again is not
 * told that nothing was done; and inside the audit, so that the trail has who tried.
 */
function refuseLocked({ writes }: Operation, connection: Lock): Result<never> | undefined {
  const why = writes ? whyReadOnly(connection) : null;
  return why === null ? undefined : refused({ code: 'read-only', message: `${why} Nothing was done.` });
}

/** Which operation the work at hand is for, wherever it has come to: doors meter what is read, and know no screen. */
export interface WhoAsks {
  /** Whatever the work begins belongs to the operation too, and what a watch does later. */
  readonly during: <T>(operation: string, work: () => T) => T;
  /** Null for what nobody asked for. */
  readonly operation: () => string | null;
}

export function whoAsks(): WhoAsks {
  const asked = new AsyncLocalStorage<string>();
  return {
    during: (operation, work) => asked.run(operation, work),
    operation: () => asked.getStore() ?? null,
  };
}
