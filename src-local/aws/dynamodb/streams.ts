import { createHash } from 'node:crypto';
import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import { AwsError, validationException } from '../protocol/aws-error.ts';
import { bindOperation, jsonService, type JsonService } from '../protocol/operation.ts';
import { integer, required, string, structure } from '../protocol/shapes.ts';
import type { Engine } from './dynamo-db-engine.ts';
import { pickKeyAttributes } from './storage/primary-key.ts';
import { seconds, toKeySchema } from './tables/table-description.ts';
import { writeLabel, type Keys, type StreamSettings, type TableRecord } from './tables/table-record.ts';
import type { Item } from './values/attribute-value.ts';
import { equalValues } from './values/compare.ts';
import { measureItem } from './values/size.ts';

/** A change of an item, as it is stored. */
interface StoredChange {
  readonly at: number;
  readonly before?: Item;
  readonly after?: Item;
  readonly isExpiry?: true;
}

export interface ItemChange {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  /** Its time to live ended. */
  readonly isExpiry: boolean;
}

const keptFor = 24 * 60 * 60 * 1_000;
/** AWS keeps 24 hours, however many they are. Here older ones go, so that a long load does not fill the memory. */
const mostKept = 50_000;

/**
 * The changes of a table's items in their order, in one shard.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html
 */
export class TableStream {
  readonly arn: string;
  readonly settings: StreamSettings;
  readonly keys: Keys;
  readonly tableName: string;
  readonly #world: World;
  readonly #changes: Collection<StoredChange>;
  #last: string;

  constructor(world: World, { name, keys }: TableRecord, settings: StreamSettings) {
    this.#world = world;
    this.settings = settings;
    this.keys = keys;
    this.tableName = name;
    this.arn = `arn:aws:dynamodb:${world.region}:${world.account}:table/${name}/stream/${writeLabel(settings)}`;
    this.#changes = world.store.collection(nameStreamCollection(name));
    this.#last = [...this.#changes.keys()].at(-1) ?? firstSequence(settings.since);
  }

  /** A write that changes nothing writes no record. */
  add({ before, after, isExpiry }: ItemChange): void {
    if (before && after && equalValues({ M: before }, { M: after })) return;
    if (!before && !after) return;
    const now = this.#world.clock.now();
    this.#trim(now);
    const fresh = firstSequence(now);
    this.#last = fresh > this.#last ? fresh : nextSequence(this.#last);
    this.#changes.set(this.#last, {
      at: now,
      ...(before && { before }),
      ...(after && { after }),
      ...(isExpiry && { isExpiry }),
    });
    this.#world.writtenStreams.emit(this.arn);
  }

  get shard(): { readonly id: string; readonly starts: string } {
    const { since } = this.settings;
    const id = `shardId-${String(since).padStart(20, '0')}-${digest(this.arn).slice(0, 8)}`;
    return { id, starts: firstSequence(since) };
  }

  /** The sequence number of the last record, or of the beginning. */
  get last(): string {
    return this.#last;
  }

  /** The first that is still kept; undefined where there is none. */
  get oldest(): string | undefined {
    this.#trim(this.#world.clock.now());
    return this.#changes.keys().next().value;
  }

  /** Returns the records that follow a place, up to 1 MB of them. */
  read(after: string, limit: number): { readonly sequence: string; readonly record: object }[] {
    this.#trim(this.#world.clock.now());
    const found = [];
    let bytes = 0;
    for (const [sequence, change] of this.#changes.entries()) {
      if (sequence <= after) continue;
      const { record, size } = this.#describe(sequence, change);
      bytes += size;
      if (found.length > 0 && bytes > mostBytes) break;
      found.push({ sequence, record });
      if (found.length === limit) break;
    }
    return found;
  }

  #trim(now: number): void {
    for (const [sequence, { at }] of this.#changes.entries()) {
      if (at > now - keptFor && this.#changes.size <= mostKept) return;
      this.#changes.delete(sequence);
    }
  }

  #describe(
    sequence: string,
    { at, before, after, isExpiry }: StoredChange,
  ): { record: object; size: number } {
    const { view } = this.settings;
    const Keys = pickKeyAttributes(this.keys, after ?? before ?? {});
    const NewImage = view === 'NEW_IMAGE' || view === 'NEW_AND_OLD_IMAGES' ? after : undefined;
    const OldImage = view === 'OLD_IMAGE' || view === 'NEW_AND_OLD_IMAGES' ? before : undefined;
    const size = [Keys, NewImage, OldImage].reduce((sum, item) => sum + (item ? measureItem(item) : 0), 0);
    return {
      size,
      record: {
        eventID: digest(`${this.arn}/${sequence}`),
        eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
        eventVersion: '1.1',
        eventSource: 'aws:dynamodb',
        awsRegion: this.#world.region,
        dynamodb: {
          ApproximateCreationDateTime: Math.floor(at / 1_000),
          Keys,
          ...(NewImage && { NewImage }),
          ...(OldImage && { OldImage }),
          SequenceNumber: sequence,
          SizeBytes: size,
          StreamViewType: view,
        },
        ...(isExpiry && { userIdentity: { PrincipalId: 'dynamodb.amazonaws.com', Type: 'Service' } }),
      },
    };
  }
}

const mostBytes = 1024 * 1024;

export function nameStreamCollection(table: string): string {
  return `dynamodb/streams/${table}`;
}

/** Numbers grow with time, so that a stream of a later world never repeats one. */
function firstSequence(at: number): string {
  return `${String(Math.floor(at)).padStart(15, '0')}000000`;
}

function nextSequence(sequence: string): string {
  return String(BigInt(sequence) + 1n).padStart(sequence.length, '0');
}

function digest(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

const operation = bindOperation<Engine>();
const streamArn = required(string({ min: 37, max: 1024 }));
const sequenceNumber = string({ min: 21, max: 40 });

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_ListStreams.html */
const listStreams = operation({
  name: 'ListStreams',
  input: structure({
    TableName: string({ min: 3, max: 255 }),
    Limit: integer({ min: 1, max: 100 }),
    ExclusiveStartStreamArn: string({ min: 37, max: 1024 }),
  }),
  run(engine, { TableName, Limit = 100, ExclusiveStartStreamArn: start = '' }) {
    const streams = engine
      .streams()
      .filter(({ tableName }) => TableName === undefined || tableName === TableName)
      .filter(({ arn }) => arn > start)
      .toSorted((one, other) => (one.arn < other.arn ? -1 : 1));
    const page = streams.slice(0, Limit);
    return {
      Streams: page.map(({ arn, tableName, settings }) => ({
        StreamArn: arn,
        TableName: tableName,
        StreamLabel: writeLabel(settings),
      })),
      ...(page.length < streams.length && { LastEvaluatedStreamArn: page.at(-1)?.arn }),
    };
  },
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_DescribeStream.html */
const describeStream = operation({
  name: 'DescribeStream',
  input: structure({
    StreamArn: streamArn,
    Limit: integer({ min: 1, max: 100 }),
    ExclusiveStartShardId: string({ min: 28, max: 65 }),
  }),
  run(engine, { StreamArn, ExclusiveStartShardId }) {
    const stream = requireStream(engine, StreamArn);
    const { settings, tableName, keys, shard } = stream;
    return {
      StreamDescription: {
        StreamArn,
        StreamLabel: writeLabel(settings),
        StreamStatus: 'ENABLED',
        StreamViewType: settings.view,
        CreationRequestDateTime: seconds(settings.since),
        TableName: tableName,
        KeySchema: toKeySchema(keys),
        // There is one shard, which never splits.
        Shards:
          ExclusiveStartShardId === undefined
            ? [{ ShardId: shard.id, SequenceNumberRange: { StartingSequenceNumber: shard.starts } }]
            : [],
      },
    };
  },
});

interface Iterator {
  readonly arn: string;
  /** Records after this one follow. */
  readonly after: string;
  readonly issued: number;
}

const iteratorLives = 15 * 60 * 1_000;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html */
const getShardIterator = operation({
  name: 'GetShardIterator',
  input: structure({
    StreamArn: streamArn,
    ShardId: required(string({ min: 28, max: 65 })),
    ShardIteratorType: required(
      string({ oneOf: ['TRIM_HORIZON', 'LATEST', 'AT_SEQUENCE_NUMBER', 'AFTER_SEQUENCE_NUMBER'] }),
    ),
    SequenceNumber: sequenceNumber,
  }),
  run(engine, { StreamArn, ShardId, ShardIteratorType: type, SequenceNumber }) {
    const stream = requireStream(engine, StreamArn);
    if (ShardId !== stream.shard.id) {
      throw resourceNotFound(`Requested resource not found: Shard does not exist: ${ShardId}`);
    }
    const after = findPlace(stream, type, SequenceNumber);
    return { ShardIterator: writeIterator(engine, { arn: stream.arn, after }) };
  },
});

function findPlace(stream: TableStream, type: string, sequence: string | undefined): string {
  if (type === 'TRIM_HORIZON') return '';
  if (type === 'LATEST') return stream.last;
  if (sequence === undefined) {
    throw validationException(`SequenceNumber is required for the ShardIteratorType ${type}`);
  }
  if (sequence < (stream.oldest ?? stream.last)) {
    throw new AwsError(
      'TrimmedDataAccessException',
      'The operation attempted to read past the oldest stream record in a shard.',
    );
  }
  return type === 'AFTER_SEQUENCE_NUMBER' ? sequence : precede(sequence);
}

function precede(sequence: string): string {
  return String(BigInt(sequence) - 1n).padStart(sequence.length, '0');
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html */
const getRecords = operation({
  name: 'GetRecords',
  input: structure({
    ShardIterator: required(string({ min: 1, max: 2048 })),
    Limit: integer({ min: 1, max: 1_000 }),
  }),
  run(engine, { ShardIterator, Limit = 1_000 }) {
    const { arn, after, issued } = readIterator(ShardIterator);
    if (issued < engine.world.clock.now() - iteratorLives) {
      throw new AwsError(
        'ExpiredIteratorException',
        'The provided iterator exceeds the maximum age allowed.',
      );
    }
    const stream = requireStream(engine, arn);
    const found = stream.read(after, Limit);
    return {
      Records: found.map(({ record }) => record),
      NextShardIterator: writeIterator(engine, { arn, after: found.at(-1)?.sequence ?? after }),
    };
  },
});

function writeIterator({ world }: Engine, place: Omit<Iterator, 'issued'>): string {
  const iterator: Iterator = { ...place, issued: world.clock.now() };
  return `${place.arn}|1|${Buffer.from(JSON.stringify(iterator)).toString('base64')}`;
}

function readIterator(text: string): Iterator {
  try {
    return JSON.parse(Buffer.from(text.split('|').at(-1) ?? '', 'base64').toString()) as Iterator;
  } catch {
    throw validationException('Invalid ShardIterator');
  }
}

function requireStream(engine: Engine, arn: string): TableStream {
  const stream = engine.streams().find((one) => one.arn === arn);
  if (stream) return stream;
  throw resourceNotFound(`Requested resource not found: Stream: ${arn} not found`);
}

function resourceNotFound(message: string): AwsError {
  return new AwsError('ResourceNotFoundException', message);
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html */
export function dynamoDbStreams(engine: Engine): JsonService {
  return jsonService({
    name: 'dynamodbstreams',
    target: 'DynamoDBStreams_20120810',
    jsonVersion: '1.0',
    engine,
    operations: [listStreams, describeStream, getShardIterator, getRecords],
  });
}
