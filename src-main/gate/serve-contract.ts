import { AsyncLocalStorage } from 'node:async_hooks';
import { contract } from '#shared/contract/contract.ts';
import type { Operation, Role } from '#shared/contract/define.ts';
import { refused, type Refusal, type Result } from '#shared/contract/result.ts';
import { whyReadOnly } from '#shared/permissions.ts';
import { UnrecordedOutcome, type AuditLog } from '../audit/audit-log.ts';
import type { Log } from '../log/open-log.ts';
import { admit, shownName, type Admitted, type Operations } from './admit.ts';
import type { CallContext, CallRequest, Gate, Handlers, Watchers } from './gate.ts';
import { rememberKeys } from './idempotency.ts';

interface GateParts {
  readonly handlers: Handlers;
  readonly watchers: Watchers;
  readonly role: () => Role | null;
  /** Returns the open connection as it is now, because its unlock time may have ended since the page last heard. */
  readonly connection: () => Lock;
  readonly audit: AuditLog;
  readonly log: Log;
  readonly during: WhoAsks['during'];
  readonly now: () => number;
  readonly newReference: () => string;
  /** A test may pass its own operations, with the handlers to match. */
  readonly operations?: Operations;
}

/** Both hosts come through here (decision 001), and no handler runs before every check has passed. */
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

/** The page only gets a reference to the log: a stack trace can hold a path, a table name or a person's data. */
function unexpected(log: Log, operation: string, error: unknown, reference: string): Refusal {
  log.error({ operation, reference, err: error }, 'unexpected error');
  return {
    code: 'unexpected',
    message:
      error instanceof UnrecordedOutcome
        ? `${operation} was done, but the audit trail could not record it. Do not repeat it. Check the space on the disk; the reference in the log is ${reference}.`
        : `${operation} hit an unexpected error. It is unknown whether it took effect; search the log for ${reference}.`,
  };
}

/** This is the part of the open connection that decides whether it may be written to now. */
export type Lock = Parameters<typeof whyReadOnly>[0];

/**
 * This is the last check before a handler, in the same turn (decision 020). It comes after the role check, so that
 * a person does not unlock production for an action they may not take anyway; after the key, so that a repeat of a
 * completed call is not answered with "Nothing was done"; and inside the audit, so that the trail records who
 * tried.
 */
function refuseLocked({ writes }: Operation, connection: Lock): Result<never> | undefined {
  const why = writes ? whyReadOnly(connection) : null;
  return why === null ? undefined : refused({ code: 'read-only', message: `${why} Nothing was done.` });
}

/**
 * Tracks the operation that the current work belongs to, because doors meter reads but know nothing about screens.
 */
export interface WhoAsks {
  /** Work that is started inside also belongs to the operation, including later emissions of a watch. */
  readonly during: <T>(operation: string, work: () => T) => T;
  /** Returns null for work that no operation started. */
  readonly operation: () => string | null;
}

export function whoAsks(): WhoAsks {
  const asked = new AsyncLocalStorage<string>();
  return {
    during: (operation, work) => asked.run(operation, work),
    operation: () => asked.getStore() ?? null,
  };
}
