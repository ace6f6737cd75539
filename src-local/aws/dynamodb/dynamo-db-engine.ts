import { createHash } from 'node:crypto';
import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { bindOperation } from '../protocol/operation.ts';
import { Table } from './storage/table.ts';
import type { TableStream } from './streams.ts';
import type { TableRecord } from './tables/table-record.ts';

export const operation = bindOperation<Engine>();

/** The tables of one account in one region. */
export class Engine {
  readonly world: World;
  readonly tokens: RequestTokens;
  readonly #tables = new Map<string, Table>();
  readonly #records: Collection<TableRecord>;

  constructor(world: World) {
    this.world = world;
    this.tokens = new RequestTokens(world);
    this.#records = world.store.collection('dynamodb/tables');
    for (const record of this.#records.values()) this.#tables.set(record.name, new Table(world, record));
  }

  /** For reading and writing items. */
  table(nameOrArn: string): Table {
    const table = this.lookUp(nameOrArn);
    if (!table) throw new AwsError('ResourceNotFoundException', 'Requested resource not found');
    return table;
  }

  /** For the table itself: the error says which one is missing. */
  namedTable(nameOrArn: string): Table {
    const table = this.lookUp(nameOrArn);
    if (table) return table;
    const message = `Requested resource not found: Table: ${this.nameIn(nameOrArn)} not found`;
    throw new AwsError('ResourceNotFoundException', message);
  }

  lookUp(nameOrArn: string): Table | undefined {
    return this.#tables.get(this.nameIn(nameOrArn));
  }

  /** Another account's or region's ARN names no table here. */
  nameIn(nameOrArn: string): string {
    const { region, account } = this.world;
    const here = `arn:aws:dynamodb:${region}:${account}:table/`;
    return nameOrArn.startsWith(here) ? nameOrArn.slice(here.length) : nameOrArn;
  }

  tableNames(): string[] {
    return [...this.#tables.keys()].toSorted((one, other) => (one < other ? -1 : 1));
  }

  streams(): TableStream[] {
    return [...this.#tables.values()].flatMap(({ stream }) => stream ?? []);
  }

  create(record: TableRecord): Table {
    this.#records.set(record.name, record);
    const table = new Table(this.world, record);
    this.#tables.set(record.name, table);
    return table;
  }

  /** Call it after changing a table's record. */
  keep(table: Table): void {
    this.#records.set(table.record.name, table.record);
  }

  remove(table: Table): void {
    table.drop();
    this.#tables.delete(table.record.name);
    this.#records.delete(table.record.name);
  }
}

/** A transaction that went through, as its repetition needs it. */
export interface DoneTransaction {
  readonly fingerprint: string;
  readonly expires: number;
  /** The cost of reading its items again: the table as the caller named it, and units. */
  readonly reads: readonly (readonly [table: string, units: number])[];
}

const validFor = 10 * 60 * 1000;

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-apis-txwriteitems-idempotency */
class RequestTokens {
  readonly #world: World;
  readonly #done: Collection<DoneTransaction>;

  constructor(world: World) {
    this.#world = world;
    this.#done = world.store.collection('dynamodb/tokens');
  }

  /** The transaction that this token already stands for. */
  earlier(token: string, request: unknown): DoneTransaction | undefined {
    this.#forgetOld();
    const done = this.#done.get(token);
    if (!done || done.fingerprint === computeFingerprint(request)) return done;
    throw new AwsError(
      'IdempotentParameterMismatchException',
      'The ClientRequestToken was used in the last ten minutes with other TransactItems.',
    );
  }

  remember(token: string, request: unknown, reads: DoneTransaction['reads']): void {
    const expires = this.#world.clock.now() + validFor;
    this.#done.set(token, { fingerprint: computeFingerprint(request), expires, reads });
  }

  /** Tokens come in the order of their time, so that the first one still valid ends the search. */
  #forgetOld(): void {
    const now = this.#world.clock.now();
    for (const [token, { expires }] of this.#done.entries()) {
      if (expires > now) return;
      this.#done.delete(token);
    }
  }
}

function computeFingerprint(request: unknown): string {
  return createHash('sha256').update(canonical(request)).digest('base64');
}

/** JSON without regard to the order of members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const members = Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return [null, members];
  });
}
