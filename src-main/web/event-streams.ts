import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { ok, refused, type Refusal, type Result } from '#shared/contract/result.ts';
import type { Caller, Gate } from '../gate/gate.ts';
import { securityHeaders } from './renderer-files.ts';

interface Stream {
  readonly owner: string;
  readonly send: (data: unknown, event?: string) => void;
  readonly subscriptions: Map<string, () => void>;
}

export interface EventStreams {
  /** Refuses, and opens nothing, when too many streams are open. */
  open(owner: string, response: ServerResponse): Refusal | undefined;
  watch(caller: Caller, body: Readonly<Record<string, unknown>>): Result<unknown>;
  unwatch(caller: Caller, body: Readonly<Record<string, unknown>>): Result<unknown>;
  close(): void;
}

const heartbeatMs = 25_000;
const maxStreams = 64;
const maxBacklogBytes = 1_048_576;
const maxWatchesOfAStream = 64;

/** Each page has one event stream; its watches travel on it, tagged with the page's own ids. */
export function openEventStreams(gate: Gate): EventStreams {
  const streams = new Map<string, Stream>();

  return {
    open(owner, response) {
      if (streams.size >= maxStreams) {
        return {
          code: 'malformed-request',
          message: `${maxStreams} event streams are open; close a window first. No stream was opened.`,
        };
      }
      const id = randomUUID();
      response.writeHead(200, {
        ...securityHeaders,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
      });
      const stream: Stream = {
        owner,
        subscriptions: new Map(),
        send: (data, event) => {
          const name = event === undefined ? '' : `event: ${event}\n`;
          response.write(`${name}data: ${JSON.stringify(data)}\n\n`);
          // A page that does not read is cut off and subscribes again later; its backlog must not fill the memory.
          if (response.writableLength > maxBacklogBytes) response.destroy();
        },
      };
      streams.set(id, stream);
      // Proxies and sleeping laptops drop silent connections, so a comment line is sent regularly.
      const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);
      heartbeat.unref();
      response.on('close', () => {
        clearInterval(heartbeat);
        streams.delete(id);
        for (const stop of stream.subscriptions.values()) stop();
      });
      stream.send({ stream: id }, 'hello');
      return undefined;
    },

    watch(caller, { stream: streamId, id, operation, input, ...rest }) {
      const stream = ownStream(caller, streamId);
      if (stream === undefined || typeof id !== 'string' || id.length > 64 || Object.keys(rest).length > 0) {
        return refused({
          code: 'malformed-request',
          message:
            'expected {"stream","id","operation","input"} with the stream of your own /events. Nothing is watched.',
        });
      }
      if (stream.subscriptions.size >= maxWatchesOfAStream || stream.subscriptions.has(id)) {
        return refused({
          code: 'malformed-request',
          message: `id "${id}" is in use, or ${maxWatchesOfAStream} watches are open. Nothing new is watched.`,
        });
      }
      const subscription = gate.watch(caller, { operation, input }, (result) => stream.send({ id, result }));
      if (!subscription.ok) return subscription;
      stream.subscriptions.set(id, subscription.value.stop);
      return ok({});
    },

    unwatch(caller, { stream: streamId, id }) {
      const stream = ownStream(caller, streamId);
      const stop = typeof id === 'string' ? stream?.subscriptions.get(id) : undefined;
      if (stream === undefined || typeof id !== 'string' || stop === undefined) {
        return refused({ code: 'malformed-request', message: 'No such watch on your stream.' });
      }
      stream.subscriptions.delete(id);
      stop();
      return ok({});
    },

    close() {
      for (const { subscriptions } of streams.values()) for (const stop of subscriptions.values()) stop();
      streams.clear();
    },
  };

  /** A stream belongs to the session that opened it; another session's id finds nothing. */
  function ownStream(caller: Caller, streamId: unknown): Stream | undefined {
    const stream = typeof streamId === 'string' ? streams.get(streamId) : undefined;
    return caller.trusted && stream?.owner === caller.id ? stream : undefined;
  }
}
