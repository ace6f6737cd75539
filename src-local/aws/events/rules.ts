import type { Collection } from '../../journal/store.ts';
import type { Timer } from '../../world/clock.ts';
import type { World, WorldEvent } from '../../world/world.ts';
import { matchesPattern } from '../iam/policy.ts';
import { matchesEvent, parseEventPattern } from '../protocol/event-pattern.ts';
import { parseSchedule } from './schedule-expression.ts';

export interface Target {
  readonly id: string;
  readonly arn: string;
  /** JSON that the target receives in place of the event. */
  readonly input?: string;
  /** The retries of a refused delivery. Lambda takes every event at once and has its own retries, so they change nothing. */
  readonly retries?: { readonly MaximumRetryAttempts?: number; readonly MaximumEventAgeInSeconds?: number };
  /** The queue of the events that the target refused. */
  readonly deadLetterArn?: string;
}

export interface RuleRecord {
  readonly name: string;
  readonly description: string;
  readonly isEnabled: boolean;
  readonly schedule?: string;
  readonly pattern?: string;
  readonly targets: readonly Target[];
  readonly tags: Readonly<Record<string, string>>;
}

/** An event on its way to the targets of a rule. */
interface Delivery {
  readonly rule: string;
  readonly event: object;
}

/** The rules of this world, with their timers. */
export class Rules {
  readonly #world: World;
  readonly #records: Collection<RuleRecord>;
  /** The time at which a rule was last due, or was made. */
  readonly #lastTimes: Collection<number>;
  readonly #deliveries: Collection<Delivery>;
  readonly #timers = new Map<string, Timer>();

  constructor(world: World) {
    this.#world = world;
    this.#records = world.store.collection<RuleRecord>('events/rules');
    this.#lastTimes = world.store.collection<number>('events/last-times');
    this.#deliveries = world.store.collection<Delivery>('events/deliveries');
  }

  /** Continues with what is stored: rules wait again, and events that were on their way are delivered. */
  resume(): void {
    for (const record of this.#records.values()) this.#wait(record);
    for (const id of this.#deliveries.keys()) this.#deliverSoon(id);
    this.#world.events.listen((event) => this.#takeIn(event));
  }

  get(name: string): RuleRecord | undefined {
    return this.#records.get(name);
  }

  /** Lists the rules by name. */
  all(): readonly RuleRecord[] {
    return [...this.#records.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  put(record: RuleRecord): void {
    const before = this.#records.get(record.name);
    this.#records.set(record.name, record);
    // A rule that is written again as it was must not lose its place.
    const isSame = before?.schedule === record.schedule && before?.isEnabled === record.isEnabled;
    if (!isSame || !this.#lastTimes.has(record.name)) {
      this.#lastTimes.set(record.name, this.#world.clock.now());
    }
    this.#wait(record);
  }

  delete(name: string): void {
    this.#timers.get(name)?.cancel();
    this.#records.delete(name);
    this.#lastTimes.delete(name);
  }

  /** A time that passed while the machine was off is made up for once, or a sandbox of yesterday would stand still. */
  #wait({ name, schedule, isEnabled }: RuleRecord): void {
    const { clock, ended } = this.#world;
    this.#timers.get(name)?.cancel();
    const parsed = isEnabled && schedule !== undefined ? parseSchedule(schedule) : undefined;
    const due = parsed?.next(this.#lastTimes.get(name) ?? clock.now());
    if (due === undefined || ended.aborted) return;
    this.#timers.set(
      name,
      clock.at(Math.max(due, clock.now()), () => this.#fall(name)),
    );
  }

  /** The rule is due. */
  #fall(name: string): void {
    const record = this.#records.get(name);
    if (!record || this.#world.ended.aborted) return;
    const now = this.#world.clock.now();
    this.#lastTimes.set(name, now);
    this.#accept(record, {
      ...this.#describe('Scheduled Event', 'aws.events', now),
      resources: [this.arn(name)],
      detail: {},
    });
    this.#wait(record);
  }

  #takeIn(event: WorldEvent): void {
    if (this.#world.ended.aborted) return;
    const listening = [...this.#records.values()].flatMap((record) =>
      record.isEnabled && record.pattern !== undefined ? [{ record, pattern: record.pattern }] : [],
    );
    if (listening.length === 0) return;
    const described = this.#describeExecution(event);
    for (const { record, pattern } of listening) {
      if (matchesEvent(parseEventPattern(pattern), described)) this.#accept(record, described);
    }
  }

  /** The event is stored in the turn in which it happens, and deleted after the targets have taken it. */
  #accept({ name }: RuleRecord, event: object): void {
    const id = this.#world.random.uuid();
    this.#deliveries.set(id, { rule: name, event });
    this.#deliverSoon(id);
  }

  /** Must not happen in the middle of another engine's turn. */
  #deliverSoon(id: string): void {
    const { clock } = this.#world;
    clock.after(0, () => {
      const release = clock.hold();
      void this.#deliver(id).finally(release);
    });
  }

  async #deliver(id: string): Promise<void> {
    const delivery = this.#deliveries.get(id);
    const record = delivery && this.#records.get(delivery.rule);
    for (const target of record?.targets ?? []) {
      await this.#invoke(record?.name ?? '', target, JSON.stringify(delivery?.event));
    }
    this.#deliveries.delete(id);
  }

  /** Lambda stores the event and has its own retries, so a refusal is one that no retry would change. */
  async #invoke(rule: string, { arn, input, deadLetterArn }: Target, event: string): Promise<void> {
    const Payload = input ?? event;
    try {
      await this.#requirePermission(rule, arn);
      const request = { FunctionName: arn, InvocationType: 'Event', Payload };
      await this.#world.call('lambda', 'Invoke', request);
    } catch {
      const { metrics, clock } = this.#world;
      const dimensions = { RuleName: rule };
      const point = { namespace: 'AWS/Events', name: 'FailedInvocations', unit: 'Count', value: 1 };
      metrics.record({ ...point, dimensions, time: clock.now() });
      if (deadLetterArn !== undefined) await this.#keepRefused(deadLetterArn, Payload);
    }
  }

  /** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html */
  async #keepRefused(deadLetterArn: string, MessageBody: string): Promise<void> {
    try {
      const QueueUrl = deadLetterArn.split(':').at(-1) ?? '';
      await this.#world.call('sqs', 'SendMessage', { QueueUrl, MessageBody });
    } catch {
      // EventBridge drops an event whose dead-letter queue is gone.
    }
  }

  /** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-resource-based.html#eb-lambda-permissions */
  async #requirePermission(rule: string, FunctionName: string): Promise<void> {
    const { Policy } = (await this.#world.call('lambda', 'GetPolicy', { FunctionName })) as {
      Policy: string;
    };
    const { Statement } = JSON.parse(Policy) as { Statement: readonly InvokePermission[] };
    const isAllowed = Statement.some(
      ({ Principal, Action, Condition }) =>
        Principal.Service === 'events.amazonaws.com' &&
        matchesPattern(Action, 'lambda:InvokeFunction') &&
        matchesPattern(Condition?.ArnLike?.['AWS:SourceArn'] ?? '*', this.arn(rule)),
    );
    if (!isAllowed) throw new Error(`${FunctionName} does not let the rule ${rule} call it`);
  }

  arn(name: string): string {
    const { region, account } = this.#world;
    return `arn:aws:events:${region}:${account}:rule/${name}`;
  }

  #describe(detailType: string, source: string, time: number) {
    const { account, region, random } = this.#world;
    return {
      version: '0',
      id: random.uuid(),
      'detail-type': detailType,
      source,
      account,
      time: new Date(time).toISOString().replace(/\.\d+Z$/, 'Z'),
      region,
    };
  }

  /** https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html */
  #describeExecution({ executionArn, stateMachineArn, status, error, cause }: WorldEvent): object {
    const now = this.#world.clock.now();
    return {
      ...this.#describe('Step Functions Execution Status Change', 'aws.states', now),
      resources: [executionArn],
      detail: {
        executionArn,
        stateMachineArn,
        name: executionArn.split(':').at(-1),
        status,
        stopDate: now,
        error: error ?? null,
        cause: cause ?? null,
      },
    };
  }
}

interface InvokePermission {
  readonly Principal: { readonly Service?: string };
  readonly Action: string;
  readonly Condition?: { readonly ArnLike?: Readonly<Record<string, string>> };
}
