/** A table is stored as this record and its items. */
export interface TableRecord {
  readonly name: string;
  readonly id: string;
  /** Milliseconds since 1970, as all times in this record are. */
  readonly created: number;
  readonly keys: Keys;
  attributes: KeyAttribute[];
  indexes: IndexRecord[];
  readonly billing: BillingMode;
  readonly payPerRequestSince?: number;
  /** With `PROVISIONED` only. */
  readonly throughput?: Throughput;
  deletionProtection: boolean;
  tableClass?: TableClass;
  tags: Tag[];
  timeToLive?: { readonly attribute: string; readonly enabled: boolean; readonly changed: number };
  pointInTimeRecovery?: { readonly since: number; readonly days: number };
  stream?: StreamSettings | undefined;
}

export interface StreamSettings {
  readonly view: 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES' | 'KEYS_ONLY';
  /** The time at which it was turned on. */
  readonly since: number;
}

export interface IndexRecord {
  readonly name: string;
  readonly kind: 'global' | 'local';
  readonly keys: Keys;
  readonly projection: ProjectionRecord;
  readonly throughput?: Throughput;
}

export interface Keys {
  readonly hash: KeyAttribute;
  readonly range?: KeyAttribute;
}

export interface KeyAttribute {
  readonly name: string;
  readonly type: KeyType;
}

type KeyType = 'S' | 'N' | 'B';

export interface ProjectionRecord {
  readonly type: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
  readonly attributes?: readonly string[];
}

export type BillingMode = 'PROVISIONED' | 'PAY_PER_REQUEST';
type TableClass = 'STANDARD' | 'STANDARD_INFREQUENT_ACCESS';

export interface Throughput {
  readonly read: number;
  readonly write: number;
}

export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

export function listKeyAttributes({ hash, range }: Keys): KeyAttribute[] {
  return range ? [hash, range] : [hash];
}

/** A stream is told from earlier ones of its table by the time at which it was turned on. */
export function writeLabel({ since }: StreamSettings): string {
  return new Date(since).toISOString().replace('Z', '');
}
