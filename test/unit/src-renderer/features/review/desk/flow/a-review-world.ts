import type { Draft, Outcome, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import type { NextAnswer } from '#shared/contract/review.ts';
import type { EarlierDocument } from '#shared/contract/review-rules.ts';
import { ok, refused, type Refusal, type Result } from '#shared/contract/result.ts';
import { undecided, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { documentId, pickKey } from '#renderer/features/review/desk/flow/flow-state.ts';
import { aheadMs } from '#renderer/features/review/desk/flow/read-ahead.ts';
import { createReviewFlow } from '#renderer/features/review/desk/flow/review-flow.ts';
import type { ReviewPort, Seen } from '#renderer/features/review/desk/flow/review-port.ts';
import type { Sent } from '#renderer/features/review/desk/flow/sent-decisions.ts';
import { aReviewDocument } from '#test/builders/a-review-document.ts';
import { steppedClock } from '#test/builders/a-stepped-clock.ts';

type NextAsked = Parameters<NonNullable<ReviewPort['next']>>[0];
type Answer = Result<{ readonly outcome: Outcome }>;
type CallName =
  | 'read'
  | 'next'
  | 'findEarlier'
  | 'claim'
  | 'release'
  | 'decide'
  | 'undo'
  | 'handOver'
  | 'check'
  | 'refile'
  | 'postpone'
  | 'saveDraft';

export interface Call {
  readonly name: CallName;
  readonly document: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Options {
  readonly documents?: number;
  readonly mode?: ReviewMode;
  readonly drafts?: readonly Draft[];
  /** Returns the duration of an answer. */
  readonly delay?: (name: CallName) => number;
  /** The pipeline hands out documents, in the order of their numbers. */
  readonly isHandingOut?: boolean;
  readonly change?: (document: ReviewDocument) => ReviewDocument;
  /** The accepted documents with this number. */
  readonly findEarlier?: (number: string) => EarlierDocument[];
}

/** Simulates a pipeline with waiting documents, a user's desk, and a clock that stands still. */
export function aReviewWorld({
  documents = 4,
  mode = 'review',
  drafts = [],
  delay,
  change,
  isHandingOut = false,
  findEarlier = () => [],
}: Options = {}) {
  const clock = steppedClock();
  const calls: Call[] = [];
  const store = new Map<string, ReviewDocument>();
  const before = new Map<string, ReviewDocument>();
  const answered = new Map<string, Outcome>();
  const applied: string[] = [];
  const kept = new Map<string, Draft>(drafts.map((draft) => [draft.key.documentId, draft]));
  const instead = new Map<CallName, ((input: Seen) => Answer | 'then unheard')[]>();
  let keys = 0;

  for (let number = 1; number <= documents; number += 1) {
    const document = aReviewDocument({ documentId: `d-${number}`, fileName: `inv-${number}.pdf` });
    store.set(document.documentId, change ? change(document) : document);
  }
  const rows = [...store.values()].map((document) => ({ ...pickKey(document), fileName: document.fileName }));
  const keyOf = (number: number): ReviewKey => pickKey(get(`d-${number}`));

  function get(id: string): ReviewDocument {
    const document = store.get(id);
    if (document === undefined) throw new Error(`There is no ${id}.`);
    return document;
  }

  function put(id: string, next: Partial<ReviewDocument>): ReviewDocument {
    const document = { ...get(id), ...next, version: get(id).version + 1 };
    store.set(id, document);
    return document;
  }

  async function call<T>(name: CallName, key: ReviewKey, input: object, answer: () => T): Promise<T> {
    calls.push({ name, document: key.documentId, input: { ...input } });
    const ms = delay?.(name) ?? 0;
    // The call takes effect at half of its duration.
    if (ms > 0) await clock.sleep(ms / 2, new AbortController().signal);
    const value = answer();
    if (ms > 0) await clock.sleep(ms / 2, new AbortController().signal);
    return value;
  }

  function act(name: CallName, input: Seen, run: (document: ReviewDocument) => Partial<ReviewDocument>) {
    return call(name, input, input, (): Answer => {
      const other = instead.get(name)?.shift()?.(input);
      if (other !== undefined && other !== 'then unheard') return other;
      const outcome = makeOutcome(input, run);
      return other === 'then unheard' ? unheard() : ok({ outcome });
    });
  }

  function makeOutcome(input: Seen, run: (document: ReviewDocument) => Partial<ReviewDocument>): Outcome {
    const intentKey = 'intentKey' in input ? String(input.intentKey) : '';
    const earlier = answered.get(intentKey);
    if (earlier !== undefined) return earlier;
    const document = get(input.documentId);
    if (document.version !== input.version) return { kind: 'changed', document };
    const { version, status } = put(input.documentId, run(document));
    const outcome = aDone(version, status);
    if (intentKey !== '') {
      answered.set(intentKey, outcome);
      applied.push(input.documentId);
    }
    return outcome;
  }

  const port: ReviewPort = {
    now: () => clock.now(),
    newKey: () => `intent-${String((keys += 1)).padStart(4, '0')}`,
    after(ms, run) {
      const off = new AbortController();
      void clock.sleep(ms, off.signal).then(() => off.signal.aborted || run());
      return () => off.abort();
    },
    read: (key) => call('read', key, key, () => ok(get(key.documentId))),
    claim: (seen) => act('claim', seen, () => ({ claimedBy: 'me' })),
    ...(isHandingOut && { next: giveNext }),
    findEarlier: ({ number, ...input }) =>
      call('findEarlier', input, { number, supplier: input.supplier }, () =>
        ok({ earlier: findEarlier(number) }),
      ),
    release: (seen) => act('release', seen, () => ({ claimedBy: null })),
    decide: (input) =>
      act('decide', input, (document) => {
        before.set(input.documentId, document);
        return {
          status: input.decision === 'approve' ? 'SUCCEEDED' : 'REJECTED',
          decision: input.decision,
          claimedBy: null,
        };
      }),
    undo: (seen) =>
      act('undo', seen, () => ({ ...before.get(seen.documentId), claimedBy: null, decision: null })),
    handOver: (input) => act('handOver', input, () => ({ claimedBy: null })),
    check: (input) => act('check', input, () => ({})),
    refile: (input) => act('refile', input, () => ({ status: 'REJECTED', claimedBy: null })),
    postpone: (key, _fileName, until) => call('postpone', key, { until }, () => ok({})),
    drafts: async () => ok([...kept.values()]),
    saveDraft: (key, draft) =>
      call('saveDraft', key, { draft }, () => {
        if (draft === null) kept.delete(key.documentId);
        else kept.set(key.documentId, draft);
        return ok({});
      }),
  };

  /** Claims the first one that is free. Documents ahead are kept back while others need the last ones. */
  async function giveNext({
    not,
    ahead,
    intentKey,
  }: NextAsked): Promise<Result<{ readonly next: NextAnswer }>> {
    const asked = { ...(not[0] ?? keyOf(1)) };
    return call('next', asked, { ahead, intentKey, not: not.map((key) => key.documentId) }, () => {
      if (failedNext > 0) {
        failedNext -= 1;
        return refused({ code: 'host-unreachable', message: 'The process does not answer.' });
      }
      const leftOut = new Set(not.map((key) => key.documentId));
      const free = [...store.values()].find(
        (one) => one.status === 'REVIEW_REQUIRED' && one.claimedBy === null && !leftOut.has(one.documentId),
      );
      const none = { kind: 'none', held: 1, handedOver: 0, fourEyes: 0, isAll: true } as const;
      if (free === undefined) return ok({ next: none });
      const claimExpiresAt = new Date(clock.now() + 600_000).toISOString();
      const { version, fileName, waitingSince } = put(free.documentId, { claimedBy: 'me', claimExpiresAt });
      const row = { ...pickKey(free), fileName, waitingSince, version, claimExpiresAt };
      return ok({ next: { kind: 'given', row } });
    });
  }

  let failedNext = 0;
  let opened: ReviewKey | null = null;
  const stuck: Sent[] = [];
  const flow = createReviewFlow(port, mode, {
    onOpen: (key) => {
      opened = key;
    },
    onDone: () => undefined,
    onUndone: () => undefined,
    onStuck: (sent) => stuck.push(sent),
  });

  return {
    clock,
    calls,
    flow,
    rows,
    kept,
    stuck,
    /** Lists the documents that a decision has reached, in order. */
    applied,
    keyOf,
    get,
    put,
    address: () => opened,
    open: () => flow.read().open?.key.documentId,
    named: (name: CallName, document?: string) =>
      calls.filter((one) => one.name === name && (document === undefined || one.document === document)),
    /** Replaces the pipeline's next answer. */
    next(name: CallName, answer: (input: Seen) => Answer | 'then unheard') {
      instead.set(name, [...(instead.get(name) ?? []), answer]);
    },
    /** The next questions for a document get no answer. */
    failNext: (count: number) => {
      failedNext = count;
    },
    settle: () => clock.advance(0),
    readAhead: () => clock.advance(aheadMs),
    async start(number = 1, isOffered = false) {
      flow.follow(rows, keyOf(number), isOffered);
      await clock.advance(0);
    },
    /** Accepts every place that needs review as it was read. */
    acceptAll() {
      const open = flow.read().open;
      if (open?.document === undefined) return;
      for (const place of undecided(open.document, open.edits, mode)) flow.edit(place, { kind: 'accepted' });
    },
    sentOf: (number: number) =>
      flow.read().sent.find(({ key }) => documentId(key) === documentId(keyOf(number))),
  };
}

export type ReviewWorld = ReturnType<typeof aReviewWorld>;

export function aDone(version: number, status: ReviewDocument['status'] = 'REVIEW_REQUIRED'): Outcome {
  return { kind: 'done', version, status, step: 'first', claimExpiresAt: null, holdUntil: null, differs: [] };
}

export function unheard(): Answer {
  return refused({ code: 'host-unreachable', message: 'The process does not answer.' });
}

export function failing(refusal: Refusal): Answer {
  return refused(refusal);
}

export function answering(outcome: Outcome): Answer {
  return ok({ outcome });
}
