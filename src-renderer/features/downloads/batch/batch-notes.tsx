import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import { isOver, timeToLiveBy } from '#shared/domain/downloads/time-to-live.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';
import { isLongInWork, momentOf } from './batch-words.ts';
import { defectWords, keptWords } from '../file/time-to-live-words.ts';

interface BatchNotesProps {
  readonly batch: DownloadBatch;
  readonly now: number;
  readonly readAt: number;
}

/** What is odd about the batch's own item. */
export function BatchNotes({ batch, now, readAt }: BatchNotesProps) {
  const { timeToLive, problems, catchingUp, startedAt } = batch;
  const defect = defectWords(timeToLive);
  return (
    <>
      {isOver(timeToLiveBy(timeToLive, now)) ? (
        <Note flat tone="warn">
          <b>This batch {keptWords(timeToLive, now)}.</b> It is shown until DynamoDB deletes it, and nothing
          is done with it.
        </Note>
      ) : null}
      {defect === undefined ? null : (
        <Note flat tone="warn">
          <b>It would be kept for ever.</b> {defect}
        </Note>
      )}
      {isLongInWork(batch, readAt) ? (
        <Note flat tone="warn">
          <b>This batch has not ended for {spanWords(readAt - (momentOf(startedAt) ?? readAt))}.</b>{' '}
          {batch.status === 'initiated'
            ? 'Its poller ended before it had asked for the files. Close it, then run the day again.'
            : 'Nothing has looked after it for hours. Close it, then run the day again.'}
        </Note>
      ) : null}
      {problems.length === 0 ? null : (
        <Note flat tone="warn">
          <b>What its item lacks:</b> {problems.join('; ')}
        </Note>
      )}
      {catchingUp ? (
        <Note flat>It was read by its key after an action; the index of days is catching up.</Note>
      ) : null}
    </>
  );
}
