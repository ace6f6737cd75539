import { contract } from '#shared/contract/contract.ts';
import type { Role } from '#shared/contract/define.ts';
import { ok, type Receipt } from '#shared/contract/result.ts';
import type { AuditLog } from '#main/audit/audit-log.ts';
import type { Operations } from '#main/gate/admit.ts';
import type { Caller, Gate, Handlers, Watchers } from '#main/gate/gate.ts';
import { serveContract, type Lock, type WhoAsks } from '#main/gate/serve-contract.ts';
import type { Log } from '#main/log/open-log.ts';
import { aConnectionSummary } from './a-session.ts';

export const trusted: Caller = { trusted: true, host: 'browser', id: 'test' };

export interface GateUnderTest {
  readonly gate: Gate;
  /** Lists every operation whose handler or watcher was reached, in order. */
  readonly reached: string[];
  /** Lists the receipts of the handlers' answers. */
  readonly receipts: Receipt[];
  readonly logged: { level: string; fields: Record<string, unknown>; message: string }[];
  readonly advance: (ms: number) => void;
}

interface Overrides {
  readonly handlers?: Partial<Handlers>;
  readonly watchers?: Partial<Watchers>;
  readonly role?: Role | null;
  /** Returns the open connection. Without it, the connection allows writes. */
  readonly connection?: () => Lock;
  readonly audit?: AuditLog;
  /** Adds operations that the real contract does not have. Each has a handler that only records its calls. */
  readonly operations?: Operations;
  readonly during?: WhoAsks['during'];
}

/** Opens the real gate over recording handlers. The test controls time and references. */
export function aGate({
  handlers = {},
  watchers = {},
  role = 'admin',
  connection = () => aConnectionSummary(),
  audit = noAudit,
  operations = {},
  during = (_operation, work) => work(),
}: Overrides = {}): GateUnderTest {
  const reached: string[] = [];
  const receipts: Receipt[] = [];
  const logged: GateUnderTest['logged'] = [];
  let time = 0;
  let references = 0;
  const chosen: Record<string, unknown> = { ...handlers, ...watchers };
  const noted = (answer: unknown): unknown => {
    const { receipt } = answer as { readonly receipt?: Receipt };
    if (receipt !== undefined) receipts.push(receipt);
    return answer;
  };
  const recording = Object.fromEntries(
    Object.keys({ ...contract, ...operations }).map((name) => [
      name,
      (...args: unknown[]) => {
        reached.push(name);
        const handler = chosen[name] as ((...all: unknown[]) => unknown) | undefined;
        if (handler === undefined) return ok({ reached: name });
        const answer = handler(...args);
        return answer instanceof Promise ? answer.then(noted) : noted(answer);
      },
    ]),
  ) as unknown as Handlers & Watchers;
  const write = (level: string): Log['info'] => {
    return (fields, message) => void logged.push({ level, fields: { ...fields }, message });
  };
  const gate = serveContract({
    operations: { ...contract, ...operations },
    handlers: recording,
    watchers: recording,
    role: () => role,
    connection,
    audit,
    log: { info: write('info'), warn: write('warn'), error: write('error'), fatal: write('fatal') },
    during,
    now: () => time,
    newReference: () => `ref-${++references}`,
  });
  return { gate, reached, receipts, logged, advance: (ms) => void (time += ms) };
}

const noAudit: AuditLog = {
  around: async (_call, work) => work(),
  close() {
    // This audit trail has no open file.
  },
};
