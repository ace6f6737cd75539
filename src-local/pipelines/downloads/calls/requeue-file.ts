import { ApiProblem, commit, type ApiAnswer, type ApiCall } from '../../api/call.ts';
import type { PipelineParts } from '../../parts.ts';
import { send } from '../file-queue.ts';
import { isPastItsTime, hasFailed, standsStill } from '../file-standing.ts';
import { fileUpdate, getFile } from '../items/files.ts';
import { nextFile } from '../items/next-item.ts';
import type { FileEvent, FileItem } from '../items/item-shapes.ts';
import type { Provider } from '../provider.ts';
import { madeAvailable } from '../offered-item.ts';
import { fileAnswer } from './answers.ts';
import { askProvider } from './ask-provider.ts';
import { requireVersion, stale } from './require-version.ts';

export async function requeueFile(
  parts: PipelineParts,
  provider: Provider,
  call: ApiCall<{ readonly reason?: string | undefined }>,
): Promise<ApiAnswer> {
  const file = await existing(parts, call.params['fileId'] ?? '');
  requireVersion(call, String(file.StatusUpdatedAt), fileAnswer(file));
  const refusal = whyNot(file, parts.now());
  if (refusal !== undefined) throw notRequeueable(file, refusal);
  const fresh = await askProvider(provider.offerAgain(file.Entity, file.DownloadDate));
  if (!fresh) throw notRequeueable(file, 'the provider does not offer it any more');

  const changes = { ...madeAvailable(fresh), LastEvent: requeued(parts, call) };
  const next = nextFile(parts, file, changes);
  const answer = { status: 200, body: { file: fileAnswer(next) } };
  const message = [{ fileId: file.FileID, batchId: file.BatchID }];
  // Should we end between the two next steps, this one is left. Else it comes late, is stale, and does nothing.
  await send(parts, message, { delaySeconds: 60 });
  const change = { Update: fileUpdate(parts, file, next, changes) };
  const outcome = await commit(parts, [change], call.remembered(answer));
  if (outcome === 'lost') throw stale(fileAnswer(await existing(parts, file.FileID)));
  await send(parts, message);
  return answer;
}

async function existing(parts: PipelineParts, fileId: string): Promise<FileItem> {
  const file = await getFile(parts, fileId);
  if (file) return file;
  throw new ApiProblem('not-found', `There is no file ${fileId}. Nothing was done.`);
}

function whyNot(file: FileItem, now: number): string | undefined {
  if (isPastItsTime(file, now)) return 'its time is over, and it is about to be deleted';
  if (hasFailed(file) || standsStill(file, now)) return undefined;
  if (file.Status === 'completed') return 'it is completed';
  return `it is ${file.Status} for less than 30 minutes, so it may still move by itself`;
}

function notRequeueable({ FileID }: FileItem, why: string): ApiProblem {
  return new ApiProblem('file-not-requeueable', `${FileID} cannot be requeued: ${why}. Nothing was done.`);
}

function requeued(
  parts: PipelineParts,
  { caller, body, requestId }: ApiCall<{ readonly reason?: string | undefined }>,
): FileEvent {
  return {
    What: 'requeued',
    By: caller.sub,
    At: new Date(parts.now()).toISOString(),
    ...(body.reason !== undefined && { Reason: body.reason }),
    RequestId: requestId,
  };
}
