import type { EntryOutcome, MessageToSend, Queues, ReceivedMessage } from '#main/aws/queues.ts';
import { heldMessages, type HeldMessages } from '#main/dead-letters/held-messages.ts';
import type { LedgerLines } from '#main/dead-letters/ledger-file.ts';
import { noteIn } from '#main/dead-letters/hold-on.ts';
import { openLedger, type RedriveLedger } from '#main/dead-letters/redrive-ledger.ts';
import type { Work } from '#main/dead-letters/work-through.ts';
import { ok } from '#shared/contract/result.ts';
import { aHome } from '#test/builders/a-home.ts';

export const done: EntryOutcome = { kind: 'done', messageId: 'new' };
export const refusedForGood: EntryOutcome = { kind: 'refused', name: 'X', why: 'No.', mayTryAgain: false };
export const slower: EntryOutcome = { kind: 'refused', name: 'Throttled', why: 'Slower.', mayTryAgain: true };
export const unclear: EntryOutcome = { kind: 'unclear', why: 'The connection broke.' };

export function aMessage(id: string, change: Partial<ReceivedMessage> = {}): ReceivedMessage {
  return { messageId: id, receiptHandle: `handle-${id}`, body: '{}', attributes: {}, system: {}, ...change };
}

export interface RedriveUnderTest {
  readonly work: Work;
  readonly held: HeldMessages;
  /** Lists the calls in order: "send a b", "delete handle-a", "hide handle-a 0". */
  readonly calls: string[];
  readonly sent: { readonly to: string; readonly messages: readonly MessageToSend[] }[];
  /** Lists the lines as they were written. */
  readonly lines: string[];
  readonly file: string;
  readonly reopen: () => Promise<RedriveLedger>;
}

interface Options {
  readonly messages?: readonly ReceivedMessage[];
  readonly source?: string;
  /** Decides the outcome for each entry of the nth call of its kind, counted from 0. */
  readonly sends?: (call: number, body: string) => EntryOutcome;
  readonly deletes?: (call: number, handle: string) => EntryOutcome;
  /** Holds the messages of the later receives. */
  readonly receives?: readonly (readonly ReceivedMessage[])[];
  readonly cannotReceive?: string;
  readonly writes?: (line: string) => void;
  /** The largest message that the source takes; null if SQS does not tell. */
  readonly largest?: number | null;
}

/** Runs a step of a redrive over queues with prepared outcomes, and collects the ledger's lines in a list. */
export async function aRedrive(options: Options = {}): Promise<RedriveUnderTest> {
  const { messages = [], source = 'work' } = options;
  const queue = source.endsWith('.fifo') ? 'dead.fifo' : 'dead';
  const calls: string[] = [];
  const sent: RedriveUnderTest['sent'] = [];
  const lines: string[] = [];
  const file = `${aHome()}/jobs/plan.messages.jsonl`;
  const receives = [...(options.receives ?? [])];
  const counts = { send: 0, delete: 0 };
  const queues: Queues = {
    configured: () => Promise.resolve(ok([{ name: queue, source }])),
    standing: () => Promise.reject(new Error('Not used here')),
    attributes: (of) =>
      Promise.resolve(
        of === source ? ok({ ...noAttributes, largestMessage: options.largest ?? null }) : notAsked,
      ),
    receive() {
      calls.push('receive');
      if (options.cannotReceive !== undefined) {
        const failure = { code: 'unexpected' as const, message: options.cannotReceive, reference: '' };
        return Promise.resolve({ ok: false, failure });
      }
      return Promise.resolve(ok(receives.shift() ?? []));
    },
    hide(_queue, handles, seconds) {
      calls.push(`hide ${handles.join(' ')} ${seconds}`);
      return Promise.resolve(handles.map(() => done));
    },
    send(to, some) {
      calls.push(`send ${some.map(({ body }) => body).join(' ')}`);
      sent.push({ to, messages: some });
      const call = counts.send;
      counts.send += 1;
      return Promise.resolve(
        some.map(({ body }, at) => {
          const outcome = options.sends?.(call, body) ?? done;
          return outcome.kind === 'done' ? { ...outcome, messageId: `new-${call}-${at}` } : outcome;
        }),
      );
    },
    delete(_queue, handles) {
      calls.push(`delete ${handles.join(' ')}`);
      const call = counts.delete;
      counts.delete += 1;
      return Promise.resolve(handles.map((handle) => options.deletes?.(call, handle) ?? done));
    },
    startMove: () => Promise.reject(new Error('Moves are not used here')),
    cancelMove: () => Promise.reject(new Error('Moves are not used here')),
  };
  const held = heldMessages();
  held.add(
    'local',
    queue,
    messages.map((message) => ({ message, receivedAt: 0, hiddenUntil: 900_000 })),
  );
  const open = (): Promise<LedgerLines> =>
    Promise.resolve({
      async append(text) {
        await Promise.resolve();
        options.writes?.(text);
        calls.push(
          ...text
            .trim()
            .split('\n')
            .map((line) => `write ${readEvent(line)}`),
        );
        lines.push(...text.trim().split('\n'));
      },
      close: () => Promise.resolve(),
    });
  const place = { connectionId: 'local', queue, kind: 'redrive-messages' };
  const reopen = (): Promise<RedriveLedger> => openLedger(file, { place, now: () => 0, open });
  const work: Work = {
    queues,
    held,
    connectionId: 'local',
    queue,
    now: () => 0,
    sleep: () => Promise.resolve(),
    isOver: () => false,
    ledger: await reopen(),
    configured: [{ name: queue, source }],
    planned: messages.map(({ messageId }) => messageId),
    isSentElsewhere: () => false,
  };
  if (messages.length > 0 && source.endsWith('.fifo')) await noteIn(work.ledger)(held.of('local', queue));
  calls.length = 0;
  return { work, held, calls, sent, lines, file, reopen };
}

const noAttributes = {
  waiting: null,
  inFlight: null,
  delayed: null,
  mostReceives: null,
  visibilitySeconds: null,
  delaySeconds: null,
};
const notAsked = {
  ok: false,
  failure: { code: 'unexpected', message: 'Only the source is asked.', reference: '' },
} as const;

function readEvent(line: string): string {
  return (JSON.parse(line) as { event: string }).event;
}
