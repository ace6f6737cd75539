import type { Collection } from '../../journal/store.ts';
import type { Timer } from '../../world/clock.ts';
import type { World } from '../../world/world.ts';
import type { Access } from '../iam/access.ts';
import type { Frame, Step } from './interpreter/frame.ts';
import type { StateMachineDefinition } from './language/state.ts';
import type {
  ExecutionRecord,
  HistoryRecord,
  MachineRecord,
  MapRunRecord,
  RevisionRecord,
} from './execution-records.ts';
import type { TaskHandlers } from './task-handlers.ts';

export interface Engine {
  readonly world: World;
  /** Decides what a machine's role allows. */
  readonly access: Access;
  readonly handlers: TaskHandlers;
  readonly machines: Collection<MachineRecord>;
  readonly revisions: Collection<RevisionRecord>;
  /** The times at which machines were deleted whose names have not been used again. */
  readonly deleted: Collection<number>;
  readonly executions: Collection<ExecutionRecord>;
  /** The executions that Map Runs have started. No list of a machine's executions has them. */
  readonly children: Collection<ExecutionRecord>;
  readonly mapRuns: Collection<MapRunRecord>;
  /** The running executions, by ARN. */
  readonly runs: Map<string, Run>;
  /** Runs the pending steps of a run. */
  readonly drain: (run: Run) => void;
  /** Runs an execution that has ended again from where it stands. */
  readonly redrive: (record: ExecutionRecord, token?: string) => void;
}

/** A running execution in memory: its frames, and the timers and calls of each. */
export interface Run {
  readonly engine: Engine;
  readonly record: ExecutionRecord;
  readonly revision: RevisionRecord;
  readonly definition: StateMachineDefinition;
  readonly input: unknown;
  readonly history: Collection<HistoryRecord>;
  readonly keptFrames: Collection<Frame>;
  readonly frames: Map<string, Frame>;
  readonly joins: Map<string, Join>;
  readonly queue: Work[];
  /** The frames that changed since they were last stored. */
  readonly changed: Set<Frame>;
  /** By frame. */
  readonly timers: Map<string, Timer>;
  /** Calls under way, by frame: local functions, and the files of a Map Run. */
  readonly calls: Map<string, AbortController>;
  deadline?: Timer;
  isDraining: boolean;
}

/** The frame has a step to take, unless it has moved on by then, or a child of it has ended. */
export type Work =
  | { readonly frame: Frame; readonly step: Step }
  | { readonly frame: Frame; readonly child: Frame };

/**
 * Counts the progress of the children of a Parallel or Map state. It is rebuilt from their frames after a
 * restart.
 */
export interface Join {
  readonly children: Frame[];
  readonly input: unknown;
  /** The items that a Map iterates over. */
  readonly items: readonly unknown[];
  next: number;
  open: number;
  succeeded: number;
  failed: number;
  /** The last event of the child that ended last, and the event that recorded it. */
  freedBy: number;
  lastEvent: number;
}
