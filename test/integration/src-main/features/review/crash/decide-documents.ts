import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openReview } from '#main/compose/open-acting.ts';
import { openAttention } from '#main/reads/attention.ts';
import type { DeskRow } from '#renderer/features/review/desk/flow/flow-state.ts';
import { createReviewFlow } from '#renderer/features/review/desk/flow/review-flow.ts';
import type { ReviewPort } from '#renderer/features/review/desk/flow/review-port.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { ok } from '#shared/contract/result.ts';
import { aSession } from '#test/builders/a-session.ts';
import { dispatchOverHttp } from '#test/builders/dispatch-over-http.ts';
import { doorsOver } from '#test/builders/doors-over.ts';

/**
 * Runs a console whose reviewer corrects and approves one document after the other until it is killed or none
 * is left. It follows the page's own order with the main process's real handlers, over HTTP to a world that
 * outlives it. Confirmed decisions are printed on standard output.
 */
const [address = '', home = '', rowsFile = ''] = process.argv.slice(2);
const rows = JSON.parse(readFileSync(rowsFile, 'utf8')) as DeskRow[];
const doors = doorsOver(dispatchOverHttp(address), Date.now);
const who = { id: 'reviewer', name: 'Teo', role: 'reviewer', tenants: '*' } as const;
const quiet = { info() {}, warn() {}, error() {}, fatal() {} };
const { handlers } = openReview({
  home,
  doors: () => doors,
  session: () => aSession({ who }),
  onSession: () => () => undefined,
  seen() {},
  attention: openAttention(Date.now),
  log: quiet,
  now: Date.now,
});
const context = { reference: 'ref', role: 'reviewer', host: 'browser' } as const;

const port: ReviewPort = {
  now: Date.now,
  newKey: randomUUID,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  read: async (key) => handlers['review.read'](key, context),
  claim: async (seen) => handlers['review.claim'](seen, context),
  release: async (seen) => handlers['review.release'](seen, context),
  decide: async (input) => handlers['review.decide'](input, context),
  undo: async (seen) => handlers['review.undo'](seen, context),
  refile: async (input) => handlers['review.refile'](input, context),
  handOver: async (input) => handlers['review.handOver'](input, context),
  check: async (input) => handlers['review.check'](input, context),
  postpone: async (key, fileName, until) => handlers['review.postpone']({ ...key, fileName, until }, context),
  async drafts() {
    const desk = await handlers['review.desk']({}, context);
    return desk.ok ? ok(desk.value.drafts) : desk;
  },
  saveDraft: async (key, draft) => handlers['review.saveDraft']({ key, draft }, context),
};

const flow = createReviewFlow(port, 'review', {
  onOpen() {},
  onDone: ({ key }) => void process.stdout.write(`done ${key.documentId}\n`),
  onUndone() {},
  onStuck: ({ key }) => flow.go(key),
});

/** Does what a person would do with the open document. */
function work(): void {
  const { open, whyNot, unclear, sent } = flow.read();
  if (open === undefined) {
    if (!sent.some(({ phase, stuck }) => phase === 'sending' || stuck !== null)) process.exit(0);
    const stuck = sent.find((one) => one.stuck !== null);
    if (stuck !== undefined) flow.go(stuck.key);
    return;
  }
  if (open.failure !== undefined) return flow.readAgain();
  if (unclear !== null) return unclear.isAsking ? undefined : flow.askAgain();
  const { document, claim, race } = open;
  if (document === undefined || claim.kind === 'asking') return undefined;
  if (race !== null) return flow.keepMine(open.edits);
  if (claim.kind === 'unsure') return flow.touched();
  // The document was decided before a restart, so there is nothing left to do with it.
  if (whyNot !== null) return whyNot === 'Still sending.' ? undefined : flow.takeNext();
  const place = placesToDecide(document, 'review')[0] ?? document.fields[0]?.name;
  if (place === undefined) return flow.takeNext();
  if (!(place in open.edits)) flow.edit(place, { kind: 'value', value: `of ${document.documentId}` });
  // The value may break a rule, which takes a reason.
  return flow.decide('It stands on the page like this');
}

const [first] = rows;
if (first !== undefined) flow.follow(rows, first);
setInterval(work, 2);
