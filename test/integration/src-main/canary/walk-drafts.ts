import type { ConnectionDraft } from '#shared/contract/connections.ts';
import type { InputOf, OperationName, OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import type { PlantedDocument } from '#test/builders/canary/plant-canaries.ts';
import type { WatchedConsole } from './a-watched-console.ts';

/** Calls the operations of the form that adds a connection, and of the drafts of unknown tables. */
export async function walkDrafts(
  { ask, connection }: WatchedConsole,
  { tenantId, batchId }: Pick<PlantedDocument, 'tenantId' | 'batchId'>,
): Promise<void> {
  const say = async <N extends OperationName>(
    operation: N,
    input: InputOf<N>,
  ): Promise<OutputOf<N> | undefined> => {
    const answer = (await ask(operation, input)) as Result<OutputOf<N>>;
    return answer.ok ? answer.value : undefined;
  };
  const { region, profile, endpoints } = connection.aws;
  const aws = { region, profile, endpoints };
  const entry = connection as unknown as ConnectionDraft;
  await say('connections.identify', { aws });
  await say('connections.signInProfile', { aws });
  await say('connections.discover', { aws, stage: 'sandbox', tag: null, outputs: null });
  await say('connections.tryApi', { aws, pipelineApi: connection.pipelineApi as unknown as ConnectionDraft });
  await say('connections.checkEntry', { entry });
  const change = { kind: 'add', entry: { ...entry, id: 'another' } } as const;
  const preview = await say('connections.previewFile', { change });
  await say('connections.saveFile', { change, fingerprint: preview?.fingerprint ?? '' });
  const written = await say('connections.export', { connectionIds: [connection.id] });
  await say('connections.readImport', { text: written?.text ?? '' });

  const table = 'autowired-sandbox';
  await say('catalogue.describeTable', { table });
  const partitions = [`TENANT#${tenantId}#BATCH#${batchId}`];
  const sampled = await say('catalogue.sampleKeys', { table, index: null, partitions, pasted: null });
  const text = sampled?.draft.text ?? '{}';
  const checked = await say('catalogue.checkDraft', { text });
  for (const pattern of Object.keys(checked?.system?.patterns ?? {})) {
    await say('catalogue.tryDraft', { text, pattern, params: [{ tenantId, batchId }] });
  }
  await say('catalogue.importModel', { text: electroModel, table: 'shop-orders' });
  await say('catalogue.saveDraft', { name: 'a-draft', text, fingerprint: null });
  const saved = await say('catalogue.openFile', { name: 'a-draft' });
  await say('catalogue.removeFile', { name: 'a-draft', fingerprint: saved?.fingerprint ?? '' });
}

const electroModel = JSON.stringify({
  model: { entity: 'order', service: 'shop', version: '1' },
  attributes: { orderId: { type: 'string' } },
  indexes: { primary: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } } },
});
