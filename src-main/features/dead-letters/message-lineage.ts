import type { MessageDetail } from '#shared/contract/dead-letters/messages.ts';
import type { PassportEvent } from '#shared/contract/triage/documents.ts';
import { failureFingerprint } from '#shared/domain/poison.ts';
import { firstOf, returnsOf } from '#shared/domain/dead-letters/provenance.ts';
import { shownCause } from '#shared/domain/dead-letters/shown-cause.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { MessageFacts } from './message-facts.ts';
import { redriven } from '../../rows/passport-rows.ts';
import { isoOf, sentTime, sourceOf } from './message-row.ts';

export type Line = MessageDetail['lineage'][number];

/** Newest first; what has no time stands where it was put, behind all that has. */
export function newestFirst(lines: readonly Line[]): Line[] {
  return lines.toSorted((one, other) => {
    const [mine, theirs] = [one.at ?? '', other.at ?? ''];
    return mine < theirs ? 1 : mine > theirs ? -1 : 0;
  });
}

/** As the message itself says, and as the pipeline has written down under its id. */
export function linesOfMessage(message: ReceivedMessage, { cause, print }: MessageFacts): Line[] {
  const { attributes, system } = message;
  const source = sourceOf(message);
  const first = firstOf(attributes);
  const times = returnsOf(attributes);
  const firstReceived = Number(system['ApproximateFirstReceiveTimestamp'] ?? NaN);
  return [
    line(isoOf(sentTime(message)), source === null ? 'Sent' : `Sent to ${source}`),
    ...(Number.isNaN(firstReceived) ? [] : [line(isoOf(firstReceived), 'Received for the first time')]),
    ...(cause === null
      ? []
      : [line(cause.at, `Could not be used${attemptWords(cause.attempts)}: ${causeWords(cause)}`, print.id)]),
    ...(first === null
      ? []
      : [
          line(
            null,
            `Redriven from here ${timesWords(Math.max(1, times))}; the dead letter was first ${first}`,
          ),
        ]),
  ];
}

/** A document's passport, in the words of its lines. */
export function linesOfPassport(events: readonly PassportEvent[]): Line[] {
  return events.map((event) => {
    const { at, what, actor, run, reason } = event;
    const parts = [
      run === null ? '' : `run ${run}`,
      actor === null || unnamed.has(what ?? '') ? '' : `by ${actor}`,
    ].filter((part) => part !== '');
    const said = [
      what === redriven ? 'Its message was redriven' : `Document ${what ?? 'changed'}`,
      ...parts,
    ].join(', ');
    return line(at, reason === null ? said : `${said}: ${reason}`, failureFingerprint(event, null) ?? null);
  });
}

/** The pipeline's own steps: which part of it did them says nothing more. */
const unnamed: ReadonlySet<string> = new Set(['ingested', 'processed', 'failed', redriven]);

/** What others have written down, or a message says of itself, may be anything. */
export function line(at: string | null, what: string, fingerprint: string | null = null): Line {
  return { at, what: shownCause(what), fingerprint };
}

function causeWords({ code, message }: { code: string | null; message: string | null }): string {
  const words = [code, message].filter((part) => part !== null);
  return words.length === 0 ? 'why is not written down' : words.join(': ');
}

function attemptWords(attempts: number | null): string {
  return attempts === null ? '' : ` in ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
}

export function timesWords(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
}
