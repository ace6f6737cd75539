export interface Attribute {
  readonly type: string;
  readonly value: string;
}
export type Attributes = Readonly<Record<string, Attribute>>;

const redriveOf = 'sluice.redriveOf';
const redrives = 'sluice.redrives';
/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html */
const mostAttributes = 10;

/** From the third time on that it comes back, it will most likely come back again. */
export const poisonReturns = 3;

/** How often it was sent back from here, as it says itself. */
export function returnsOf(attributes: Attributes): number {
  const { value = '' } = attributes[redrives] ?? {};
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 0;
}

/** The id of the dead letter that it was first of all; null where it was none. */
export function firstOf(attributes: Attributes): string | null {
  return attributes[redriveOf]?.value ?? null;
}

export interface WithProvenance {
  readonly attributes: Attributes;
  /** There was no room for it among the ten that SQS allows. */
  readonly isLeftOut: boolean;
}

/** All that it had, and that it was sent from here. */
export function withProvenance(attributes: Attributes, messageId: string): WithProvenance {
  const own = Object.keys(attributes).filter((name) => name !== redriveOf && name !== redrives).length;
  if (own + 2 > mostAttributes) return { attributes, isLeftOut: true };
  return {
    attributes: {
      ...attributes,
      [redriveOf]: { type: 'String', value: firstOf(attributes) ?? messageId },
      [redrives]: { type: 'Number', value: String(returnsOf(attributes) + 1) },
    },
    isLeftOut: false,
  };
}
