import { createHash } from 'node:crypto';
import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import type { ExecutionRecord, MapRunRecord } from './execution-records.ts';
import type { MapState, StateMachineDefinition, Flow } from './language/state.ts';
import type { Engine } from './step-functions-engine.ts';

/**
 * Names of Map Runs and their children. A child's name follows from its Map Run and the place of its item, so that no
 * list of a hundred thousand names has to be kept.
 */
export function formatChildArn(mapRun: Pick<MapRunRecord, 'arn' | 'machineArn'>, index: number): string {
  return `${mapRun.machineArn.replace(':stateMachine:', ':execution:')}:${formatChildName(mapRun.arn, index)}`;
}

export function formatChildName(mapRunArn: string, index: number): string {
  return hashToUuid(`${mapRunArn} ${index}`);
}

export function formatMapRunArn(machineArn: string, id: string): string {
  return `${machineArn.replace(':stateMachine:', ':mapRun:')}:${id}`;
}

/** A Map state without a label has one made up for it, the same at each visit. */
export function formatLabelledMachineArn(
  machineArn: string,
  state: string,
  label: string | undefined,
): string {
  return `${readMachineOfChild(machineArn)}/${label ?? hashToUuid(`${machineArn} ${state}`)}`;
}

/** Returns the ARN of the machine itself, without the label of a Map state. */
export function readMachineOfChild(machineArn: string): string {
  const slash = machineArn.lastIndexOf('/');
  return slash === -1 ? machineArn : machineArn.slice(0, slash);
}

/** Returns the collection that has, or would have, this execution. */
export function selectExecutions(engine: Engine, arn: string): Collection<ExecutionRecord> {
  return arn.includes('/') ? engine.children : engine.executions;
}

export function* listChildren(engine: Engine, mapRun: MapRunRecord): Generator<ExecutionRecord> {
  for (let index = 0; index < mapRun.next; index += 1) {
    const child = engine.children.get(formatChildArn(mapRun, index));
    if (child) yield child;
  }
}

/** Returns true if it failed before the last redrive of its Map Run and has not had its turn yet. */
export function isPendingRedrive(mapRun: MapRunRecord, child: ExecutionRecord): boolean {
  const { redriveDate } = mapRun;
  if (redriveDate === undefined || child.status === 'SUCCEEDED' || child.status === 'RUNNING') return false;
  return mapRun.status === 'RUNNING' && (child.mapRun?.index ?? 0) >= mapRun.redriveNext;
}

export function changeMapRun(engine: Engine, arn: string, change: Partial<MapRunRecord>): MapRunRecord {
  const before = engine.mapRuns.get(arn);
  if (!before) throw new Error(`The Map Run ${arn} is missing`);
  const after = { ...before, ...change };
  engine.mapRuns.set(arn, after);
  return after;
}

/** The items that a file or a list of files had when it was read. A Map Run reads it once. */
export function openItems(world: World, mapRunArn: string): Collection<readonly unknown[]> {
  return world.store.collection<readonly unknown[]>(`sfn/map-run-items/${mapRunArn}`);
}

export function forgetItems(world: World, mapRunArn: string): void {
  world.store.drop(`sfn/map-run-items/${mapRunArn}`);
  world.store.drop(namePatternCollection(mapRunArn));
}

/** Names the collection of the one text against which the histories of the children are deflated. */
export function namePatternCollection(mapRunArn: string): string {
  return `sfn/map-run-pattern/${mapRunArn}`;
}

/** Finds the Map state of this name anywhere in a definition; names are unique in it. */
export function findMapState(definition: StateMachineDefinition, name: string): MapState | undefined {
  let known = maps.get(definition);
  if (!known) maps.set(definition, (known = new Map(listMapStates(definition))));
  return known.get(name);
}

const maps = new WeakMap<StateMachineDefinition, Map<string, MapState>>();

function* listMapStates(flow: Flow): Generator<[string, MapState]> {
  for (const [name, state] of flow.States) {
    if (state.Type === 'Parallel') for (const branch of state.Branches) yield* listMapStates(branch);
    if (state.Type !== 'Map') continue;
    yield [name, state];
    yield* listMapStates(state.ItemProcessor);
  }
}

function hashToUuid(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-3${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
