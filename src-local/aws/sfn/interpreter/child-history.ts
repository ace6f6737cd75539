import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { World } from '../../../world/world.ts';
import {
  nameHistoryCollection,
  type ExecutionRecord,
  type HistoryRecord,
  type PackedHistory,
} from '../execution-records.ts';
import { namePatternCollection } from '../map-runs.ts';

/**
 * The history of a child execution is packed when it ends: a Map Run of a hundred thousand children would otherwise
 * fill the memory with events. Its children do much the same, so each is deflated against the first that ended.
 */
export function packHistory(world: World, execution: ExecutionRecord, mapRunArn: string): void {
  const name = nameHistoryCollection(execution.arn);
  const events = [...world.store.collection<HistoryRecord>(name).values()];
  const text = JSON.stringify(
    events.map(({ type, previous, time, details }) => [type, previous, time, details]),
  );
  const patterns = world.store.collection<string>(namePatternCollection(mapRunArn));
  if (!patterns.has(thePattern)) patterns.set(thePattern, text.slice(0, window));
  const packed = deflateRawSync(text, readDictionary(world, mapRunArn));
  execution.packedHistory = { size: events.length, text: packed.toString('base64') };
  world.store.drop(name);
}

export interface Events {
  readonly size: number;
  get(id: number): HistoryRecord | undefined;
}

/** Opens the events of an execution, wherever they are. */
export function openEvents(world: World, execution: ExecutionRecord): Events {
  const { packedHistory, mapRun } = execution;
  if (packedHistory && mapRun) {
    const events = unpackEvents(world, packedHistory, mapRun.arn);
    return { size: events.length, get: (id) => events[id - 1] };
  }
  const history = world.store.collection<HistoryRecord>(nameHistoryCollection(execution.arn));
  return { size: history.size, get: (id) => history.get(String(id)) };
}

function unpackEvents(world: World, { text }: PackedHistory, mapRunArn: string): HistoryRecord[] {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'), readDictionary(world, mapRunArn));
  const rows = JSON.parse(bytes.toString('utf8')) as PackedEvent[];
  return rows.map(([type, previous, time, details]) => ({
    type,
    previous,
    time,
    ...(details && { details }),
  }));
}

export function countEvents(world: World, execution: ExecutionRecord): number {
  const { packedHistory, arn } = execution;
  return packedHistory?.size ?? world.store.collection<HistoryRecord>(nameHistoryCollection(arn)).size;
}

/** Makes the history a collection again, for a redrive. */
export function unpackHistory(world: World, execution: ExecutionRecord): void {
  const { packedHistory, mapRun } = execution;
  if (!packedHistory || !mapRun) return;
  const history = world.store.collection<HistoryRecord>(nameHistoryCollection(execution.arn));
  unpackEvents(world, packedHistory, mapRun.arn).forEach((event, index) =>
    history.set(String(index + 1), event),
  );
  delete execution.packedHistory;
}

type PackedEvent = [string, number, number, Record<string, unknown> | null];

const thePattern = 'text';
/** Deflate looks no further back than this. */
const window = 32_000;

function readDictionary(world: World, mapRunArn: string): { dictionary?: Buffer } {
  const pattern = world.store.collection<string>(namePatternCollection(mapRunArn)).get(thePattern);
  return pattern === undefined ? {} : { dictionary: Buffer.from(pattern) };
}
