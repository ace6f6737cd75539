import { z } from 'zod';
import { activityOperations } from './activity.ts';
import { connectionFormOperations } from './connections.ts';
import { costOperations, spendOperations } from './costs.ts';
import { command, nothing, query, watch, type Operation, type OperationKind } from './define.ts';
import {
  attributeValueSchema,
  catalogueSchema,
  exportedSchema,
  exportInput,
  policyInput,
  policySchema,
  questionSchema,
  readingSchema,
  refusalSchema,
  refusedQuestionSchema,
  revealInput,
} from './explorer.ts';
import { draftOperations } from './drafts.ts';
import { deadLetterOperations, downloadOperations, jobOperations } from './job-operations.ts';
import { executionOperations } from './executions.ts';
import { fleetOperations } from './fleet.ts';
import { homeOperations } from './home.ts';
import { incidentOperations } from './incidents.ts';
import { lookupOperations } from './lookup.ts';
import { monthCostOperations } from './month-costs.ts';
import { monitorOperations } from './monitor.ts';
import { preferencesSchema } from './preferences.ts';
import type { Result } from './result.ts';
import { reviewOperations } from './review.ts';
import { sessionOperations } from './session.ts';
import { todayOperations } from './today.ts';
import { triageOperations } from './triage.ts';
import { workflowOperations } from './workflows.ts';

/** Lists everything that a page can ask of the main process. Nothing else is reachable. */
export const contract = {
  ...sessionOperations,
  ...connectionFormOperations,

  'preferences.read': query({
    does: 'Reads the preferences of this machine, such as theme, polling, notices and shortcuts.',
    input: nothing,
    output: preferencesSchema,
  }),
  'preferences.watch': watch({
    does: 'Pushes the preferences whenever they change, from whichever window.',
    input: nothing,
    output: preferencesSchema,
  }),
  'preferences.save': command({
    does: 'Saves the given preferences and leaves the others as they are.',
    input: preferencesSchema.partial(),
    output: preferencesSchema,
    audited: false,
    writes: false,
  }),

  ...spendOperations,
  ...homeOperations,

  'catalogue.read': query({
    does: 'Reads the systems that the catalogue knows, and what is wrong with a catalogue file.',
    input: nothing,
    output: catalogueSchema,
  }),
  ...draftOperations,
  'explorer.ask': query({
    does: 'Asks one access pattern of one system, a page at a time.',
    input: questionSchema,
    output: readingSchema,
  }),
  'explorer.reveal': command({
    does: 'Reads one masked attribute of one item; reading it is audited.',
    input: revealInput,
    output: z.strictObject({ value: attributeValueSchema }),
    remembered: false,
    writes: false,
  }),
  'explorer.export': command({
    does: 'Writes loaded rows as a file, with masked values still masked.',
    input: exportInput,
    output: exportedSchema,
    remembered: false,
    writes: false,
  }),
  'explorer.refuse': command({
    does: 'Counts a question that no index answers.',
    input: refusedQuestionSchema,
    output: refusalSchema,
    audited: false,
    writes: false,
  }),
  'explorer.refusals': query({
    does: 'Lists the refused questions, the most asked first.',
    input: nothing,
    output: z.strictObject({ refusals: z.array(refusalSchema) }),
  }),
  'explorer.policy': query({
    does: 'Writes the least-privilege IAM policy of a role on the open connection.',
    input: policyInput,
    output: policySchema,
  }),

  ...lookupOperations,
  ...triageOperations,
  ...executionOperations,
  ...fleetOperations,
  ...incidentOperations,
  ...jobOperations,
  ...deadLetterOperations,
  ...reviewOperations,
  ...workflowOperations,
  ...costOperations,
  ...monthCostOperations,
  ...downloadOperations,
  ...monitorOperations,
  ...todayOperations,
  ...activityOperations,

  'clipboard.copy': command({
    does: 'Puts text on the clipboard, if the main process has one; otherwise the page does it.',
    input: z.strictObject({ text: z.string().max(500_000) }),
    output: z.strictObject({ copied: z.boolean() }),
    audited: false,
    writes: false,
  }),

  'problems.report': command({
    does: 'Writes an error of a page to the log and returns its reference.',
    input: z.strictObject({
      where: z.string().max(200),
      message: z.string().max(2_000),
      stack: z.string().max(20_000).optional(),
    }),
    output: z.strictObject({ reference: z.string() }),
    audited: false,
    writes: false,
  }),
} as const satisfies Record<string, Operation>;

export type Contract = typeof contract;
export type OperationName = keyof Contract;
export type InputOf<N extends OperationName> = z.input<Contract[N]['input']>;
export type ParsedInputOf<N extends OperationName> = z.output<Contract[N]['input']>;
export type OutputOf<N extends OperationName> = z.output<Contract[N]['output']>;

type NamesOfKind<K extends OperationKind> = {
  [N in OperationName]: Contract[N]['kind'] extends K ? N : never;
}[OperationName];
export type QueryName = NamesOfKind<'query'>;
export type CommandName = NamesOfKind<'command'>;
export type WatchName = NamesOfKind<'watch'>;

export const operationNames = Object.keys(contract) as readonly OperationName[];

/**
 * Gives a page one method and one subscription. In Electron they use one IPC channel, in the browser host HTTP and one
 * event stream. The code above does not know which.
 */
export interface Bridge {
  readonly host: 'electron' | 'browser';
  call<N extends QueryName | CommandName>(
    operation: N,
    input: InputOf<N>,
    idempotencyKey?: string,
  ): Promise<Result<OutputOf<N>>>;
  watch<N extends WatchName>(
    operation: N,
    input: InputOf<N>,
    listener: (result: Result<OutputOf<N>>) => void,
  ): Unsubscribe;
  /** Menu entries and sluice:// links only navigate and never act. The browser host has no such listener. */
  onNavigate?(listener: (path: string) => void): Unsubscribe;
}

export type Unsubscribe = () => void;

declare global {
  // It is declared on globalThis so that `shared` can name it without the DOM types.
  var bridge: Bridge | undefined;
}
