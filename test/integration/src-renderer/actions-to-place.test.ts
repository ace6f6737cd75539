import { expect, test } from 'vitest';
import { findCommands } from '#renderer/app/commands/find-command.ts';
import { planLookup } from '#renderer/app/find/find-page.tsx';
import { causeCommands, keyCommands } from '#renderer/app/find/known-commands.ts';
import { paletteSections } from '#renderer/app/palette/palette.tsx';
import { allCommands } from '#renderer/app/commands/all-commands.ts';
import type { Ask } from '#shared/contract/lookup.ts';
import type { IdKind } from '#shared/domain/recognise-id.ts';
import { aCommandContext } from '#test/builders/a-command.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDesk, type Desk } from '#test/integration/src-main/features/triage/a-desk.ts';

/** Ids of things that are there in the sandbox. */
interface There {
  readonly batch: string;
  readonly doc: string;
  readonly arn: string;
  readonly key: string;
  readonly json: string;
}

type Made = (there: There) => string;

/** Each row is a thing that people paste, and the place that it must lead to. */
const pasted: readonly (readonly [what: string, text: Made, place: string])[] = [
  ['a batch id', ({ batch }) => batch, 'batch'],
  ['a batch id in quotes', ({ batch }) => `"${batch}"`, 'batch'],
  ['a batch id in back quotes', ({ batch }) => `\`${batch}\``, 'batch'],
  ['a batch id at the end of a sentence', ({ batch }) => `${batch}.`, 'batch'],
  ['a batch id in small letters', ({ batch }) => batch.toLowerCase(), 'batch'],
  ['a batch id in capitals', ({ batch }) => batch.toUpperCase(), 'batch'],
  ['a batch id with spaces and a line break', ({ batch }) => `  ${batch}\n`, 'batch'],
  ['a message from a chat', ({ batch }) => `hey, *${batch}* failed again :sob: can you look?`, 'batch'],
  ['a quoted line of a chat', ({ batch }) => `> Maya 11:02\n> \`${batch}\` again`, 'batch'],
  ['a line of a log', ({ batch }) => `2026-11-19T11:02:40Z ERROR batchId=${batch} timed out`, 'batch'],
  ['JSON of a batch', ({ batch }) => JSON.stringify({ tenantId: 'northwind', batchId: batch }), 'batch'],
  [
    'JSON inside a message',
    ({ json }) => JSON.stringify({ Records: [{ body: JSON.stringify(JSON.parse(json)) }] }),
    'document',
  ],
  ['the key of a batch', ({ batch }) => `TENANT#northwind#BATCH#${batch}`, 'batch'],
  ['a key in a sentence', ({ batch }) => `see TENANT#northwind#BATCH#${batch} please`, 'batch'],
  ['our link to a batch', ({ batch }) => `sluice://batch/${batch}`, 'batch'],
  ['our link in a ticket', ({ batch }) => `Opened by Maya: sluice://batch/${batch} (urgent).`, 'batch'],
  [
    'an address of ours',
    ({ batch }) => `http://127.0.0.1:4600/triage?tenant=northwind&batch=${batch}`,
    'batch',
  ],
  ['a folder of S3', ({ batch }) => `s3://autowired-documents-prod/documents/northwind/${batch}/`, 'batch'],
  ['HTML', ({ batch }) => `<a href="sluice://batch/${batch}">batch</a>`, 'batch'],
  ['an ARN', ({ arn }) => arn, 'execution'],
  ['an ARN in a sentence', ({ arn }) => `Execution failed: ${arn}.`, 'execution'],
  [
    'a command with an ARN',
    ({ arn }) => `aws stepfunctions describe-execution --execution-arn ${arn}`,
    'execution',
  ],
  [
    'an execution in the AWS console',
    ({ arn }) =>
      `https://eu-west-1.console.aws.amazon.com/states/home?region=eu-west-1#/v2/executions/details/${encodeURIComponent(arn)}`,
    'execution',
  ],
  ['a name of an execution', ({ batch }) => `${batch}-r1`, 'execution'],
  ['a name of an execution in a sentence', ({ batch }) => `look at ${batch}-r1, it timed out`, 'execution'],
  ['both cells of a key', ({ batch, doc }) => `TENANT#northwind#BATCH#${batch}\tDOCUMENT#${doc}`, 'document'],
  [
    'an item as JSON',
    ({ batch, doc }) => JSON.stringify({ PK: `TENANT#northwind#BATCH#${batch}`, SK: `DOCUMENT#${doc}` }),
    'document',
  ],
  ['an S3 key', ({ key }) => key, 'document'],
  ['an S3 URI', ({ key }) => `s3://autowired-documents-prod/${key}`, 'document'],
  ['an S3 URI in a sentence', ({ key }) => `see s3://team-documents/${key}, please`, 'document'],
  [
    'an object in the AWS console',
    ({ key }) =>
      `https://eu-west-1.console.aws.amazon.com/s3/object/autowired-documents-prod?region=eu-west-1&prefix=${encodeURIComponent(key)}`,
    'document',
  ],
  [
    'a line of a log with a document',
    ({ batch, doc }) => `batchId=${batch} documentId=${doc} failed`,
    'document',
  ],
  ['a structured log line', ({ json }) => json, 'document'],
  ['a document and its batch in a sentence', ({ batch, doc }) => `${doc} of ${batch} is stuck`, 'document'],
  ['our link to a document', ({ batch, doc }) => `sluice://document/northwind/${batch}/${doc}`, 'document'],
  ['a document id alone', ({ doc }) => doc, 'document'],
  ['a document id alone with a question mark', ({ doc }) => `${doc}?`, 'document'],
  ['the key of a tenant', () => 'TENANT#northwind', 'tenant'],
  ['our link to a tenant', () => 'sluice://tenant/northwind', 'tenant'],
  ['an S3 folder of the inbox', () => 's3://autowired-documents-prod/inbox/northwind/freight/', 'tenant'],
  ['the short name of a cause', () => '8c5aae', 'cause'],
  ['the short name of a cause, said', () => 'Cause 8C5AAE', 'cause'],
  ['a page', () => 'dead letters', 'page'],
  ['a setting', () => 'dark theme', 'setting'],
  ['an id that is not there', () => 'batch-00000000000000000000000000', 'nothing'],
  ['a script', () => '<script>alert(1)</script>batch-0000000000', 'nothing'],
  ['SQL', () => `'; DROP TABLE batches; -- batch-0000000000`, 'nothing'],
  ['a path that climbs', () => 'documents/../../etc/passwd', 'nothing'],
  ['a separator alone', () => '#', 'no row'],
  ['letters from right to left', () => '\u202ebatch-0000000000', 'nothing'],
  ['a text of a megabyte', () => 'x'.repeat(1_000_000), 'no row'],
];

const mostActions = 3;

test('at least 40 things are pasted', () => {
  expect(pasted.length).toBeGreaterThanOrEqual(40);
});

test('each pasted thing leads to its place in at most three actions', { timeout: 120_000 }, async () => {
  // A desk of its own, because the one that found the document remembers its batch.
  const there = await findThings(await aDesk());
  const desk = await aDesk();
  const seen: string[] = [];
  for (const [what, make] of pasted) {
    const { place, actions } = await follow(desk, make(there));
    seen.push(`${what}: ${place}${actions <= mostActions ? '' : `, after ${actions} actions`}`);
  }
  expect(seen).toEqual(pasted.map(([what, , place]) => `${what}: ${place}`));
});

/** Returns a failed batch of the sandbox that has an execution and a failed document. */
async function findThings(desk: Desk): Promise<There> {
  const tenantId = 'northwind';
  const batches = valueOf(await desk.call('batches.byStatus', { tenantId, status: 'FAILED' })).rows;
  for (const { batchId, execution } of batches) {
    const input = { tenantId, batchId, status: 'FAILED' } as const;
    const [document] = valueOf(await desk.call('documents.byStatus', input)).rows;
    if (document === undefined || execution === null) continue;
    const doc = document.documentId;
    return {
      batch: batchId,
      doc,
      arn: execution,
      key: `documents/northwind/${batchId}/${doc}/invoice.pdf`,
      json: JSON.stringify({ level: 'error', tenantId, batchId, documentId: doc }),
    };
  }
  throw new Error('The sandbox has no failed batch with a failed document.');
}

/** Opens the palette, pastes, and runs the row that Enter runs; then does whatever the page still asks for. */
async function follow(
  desk: Desk,
  text: string,
): Promise<{ readonly place: string; readonly actions: number }> {
  const { context, did } = aCommandContext();
  const atHand = { tenantId: null, batchId: null };
  const typed = text.replaceAll(/[\r\n]+/g, ' ');
  const named = [...causeCommands(typed, atHand, null), ...keyCommands(typed, atHand)];
  const commands = allCommands(context);
  const [section] = paletteSections(commands, [], typed, named);
  const row = section?.rows.find(({ disabled }) => disabled !== true);
  // The key that opens the palette, and the paste.
  const opened = 2;
  if (row === undefined) return { place: 'no row', actions: opened };
  [...commands, ...named, ...findCommands(typed)].find(({ id }) => id === row.id)?.run(context);
  const actions = opened + 1;
  const [how, ...args] = did[0] ?? [];
  if (how === 'openPlace') return { place: (args[0] as { kind: string }).kind, actions };
  if (how === 'goTo') return { place: 'page', actions };
  if (how === 'savePreferences') return { place: 'setting', actions };
  const [id, as, searches] = args as [string, IdKind | undefined, boolean | undefined];
  const { pasted: plan, choice } = planLookup(id, as);
  if (choice.length > 1) return { place: 'choice', actions: actions + 1 };
  if (plan.problem !== null) return { place: plan.problem, actions };
  const asks = plan.asks.map(({ kind, id: asked, within, tenantId }): Ask => ({
    kind,
    id: asked,
    ...(within && { within }),
    ...(tenantId !== undefined && { tenantId }),
  }));
  const { lookup } = valueOf(await desk.call('lookup.find', { asks }));
  if (lookup.found !== 'no-index') return { place: lookup.found, actions };
  // The row named the price of the search, so that it needs no second press.
  const search = valueOf(await desk.call('lookup.searchDocument', { documentId: plan.text, tenantId: null }));
  const found = search.found.length > 0 ? 'document' : 'nothing';
  return { place: found, actions: searches === true ? actions : actions + 1 };
}
