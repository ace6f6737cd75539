import { readChoices } from './choices.ts';
import type { DefinitionProblems } from './definition-problems.ts';
import { isRecord } from './json-values.ts';
import { distributedFields } from './map-fields.ts';
import { checkCatchers, checkRetriers } from './retry-and-catch.ts';
import { exclusiveFields, notRunHere, stateFields } from './state-fields.ts';
import type { Flow, State } from './state.ts';

/** Limits the depth of nested flows, as AWS does. */
const deepest = 50;
const longestName = 80;

/** `StartAt` and `States`, of a state machine, a branch or a Map's processor. `names` holds those of the whole machine. */
export function readFlow(
  value: Record<string, unknown>,
  at: string,
  problems: DefinitionProblems,
  names = new Set<string>(),
  depth = 0,
): Flow {
  const { StartAt: start, States: states } = value;
  const found = new Map<string, State>();
  if (typeof start !== 'string') problems.schema('These fields are required: [StartAt]', at);
  if (!isRecord(states)) problems.schema('These fields are required: [States]', at);
  else if (depth > deepest) problems.schema(`Nested more than ${deepest} deep`, at);
  else {
    if (Object.keys(states).length === 0) problems.schema("The field 'States' should be non-empty", at);
    for (const [name, state] of Object.entries(states)) {
      const place = `${at}/States/${name}`;
      checkName(name, names, place, problems);
      const read = readState(state, place, problems, names, depth);
      if (read) found.set(name, read);
    }
  }
  const flow = { StartAt: String(start), States: found };
  if (!problems.any) checkTransitions(flow, at, problems);
  return flow;
}

function checkName(name: string, names: Set<string>, at: string, problems: DefinitionProblems): void {
  if (name.length === 0 || name.length > longestName) {
    problems.schema(`A state's name has 1 to ${longestName} characters`, at);
  }
  if (names.has(name)) problems.add('DUPLICATE_STATE_NAME', `Duplicate State name: ${name}`, at);
  names.add(name);
}

function readState(
  value: unknown,
  at: string,
  problems: DefinitionProblems,
  names: Set<string>,
  depth: number,
): State | undefined {
  const fields = isRecord(value) && typeof value['Type'] === 'string' && stateFields.get(value['Type']);
  if (!isRecord(value) || !fields) {
    const types = [...stateFields.keys()].join(', ');
    problems.schema(`The field 'Type' should have one of these values: [${types}]`, at);
    return undefined;
  }
  for (const [field, member] of Object.entries(value)) {
    const check = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (check) check(member, `${at}/${field}`, problems);
    else if (notRunHere.has(field)) problems.unsupported(`The field '${field}'`, `${at}/${field}`);
    else problems.schema(`The field "${field}" is not supported by Step Functions`, at);
  }
  checkQueryLanguage(value, at, problems);
  checkExclusive(value, at, problems);
  checkHeartbeat(value, at, problems);
  if (value['Retry'] !== undefined) checkRetriers(value['Retry'], `${at}/Retry`, problems);
  if (value['Catch'] !== undefined) checkCatchers(value['Catch'], `${at}/Catch`, problems);
  const inner = readInnerFields(value, at, problems, names, depth);
  // Every field has been checked against its type; nothing unknown is left.
  return { ...value, ...inner } as unknown as State;
}

export function checkQueryLanguage(
  value: Record<string, unknown>,
  at: string,
  problems: DefinitionProblems,
): void {
  const language = value['QueryLanguage'] ?? 'JSONPath';
  if (language === 'JSONPath') return;
  if (language === 'JSONata') problems.unsupported('The query language JSONata', `${at}/QueryLanguage`);
  else problems.schema('Expected one of [JSONPath, JSONata]', `${at}/QueryLanguage`);
}

function checkHeartbeat(value: Record<string, unknown>, at: string, problems: DefinitionProblems): void {
  const { HeartbeatSeconds: heartbeat, TimeoutSeconds: timeout } = value;
  if (typeof heartbeat !== 'number' || typeof timeout !== 'number' || heartbeat < timeout) return;
  problems.schema('HeartbeatSeconds must be smaller than TimeoutSeconds', `${at}/HeartbeatSeconds`);
}

function checkExclusive(value: Record<string, unknown>, at: string, problems: DefinitionProblems): void {
  for (const { oneOf, required } of exclusiveFields.get(String(value['Type'])) ?? []) {
    const present = oneOf.filter((field) => value[field] !== undefined);
    const all = oneOf.join(' or ');
    if (present.length > 1)
      problems.schema(`Only one of these fields may be there: [${present.join(', ')}]`, at);
    if (present.length === 0 && required) problems.schema(`These fields are required: [${all}]`, at);
  }
}

/** Reads the nested parts of a state: choice rules, branches, a processor. */
function readInnerFields(
  value: Record<string, unknown>,
  at: string,
  problems: DefinitionProblems,
  names: Set<string>,
  depth: number,
): object {
  const flowAt = (inner: unknown, place: string): Flow[] => {
    if (isRecord(inner)) {
      refuseOthers(inner, place, problems);
      return [readFlow(inner, place, problems, names, depth + 1)];
    }
    problems.schema('Expected value of type Object', place);
    return [];
  };
  if (value['Type'] === 'Choice')
    return { Choices: readChoices(value['Choices'], `${at}/Choices`, problems) };
  if (value['Type'] === 'Parallel') {
    const branches = Array.isArray(value['Branches']) ? value['Branches'] : [];
    if (branches.length === 0) problems.schema('Expected a non-empty array', `${at}/Branches`);
    return { Branches: branches.flatMap((branch, index) => flowAt(branch, `${at}/Branches[${index}]`)) };
  }
  if (value['Type'] !== 'Map') return {};
  const field = value['ItemProcessor'] === undefined ? 'Iterator' : 'ItemProcessor';
  if (value[field] === undefined) return {};
  const [processor] = flowAt(value[field], `${at}/${field}`);
  const selector = value['ItemSelector'] ?? value['Parameters'];
  const isDistributed = checkMode(value, value[field], at, problems);
  return {
    ItemProcessor: processor,
    ...(selector === undefined ? {} : { ItemSelector: selector }),
    ...(isDistributed && { isDistributed }),
  };
}

function refuseOthers(flow: Record<string, unknown>, at: string, problems: DefinitionProblems): void {
  for (const field of Object.keys(flow)) {
    if (field === 'ProcessorConfig') checkProcessor(flow[field], `${at}/${field}`, problems);
    else if (!['StartAt', 'States', 'Comment', 'QueryLanguage'].includes(field)) {
      problems.schema(`The field "${field}" is not supported by Step Functions`, at);
    }
  }
  checkQueryLanguage(flow, at, problems);
}

function checkProcessor(value: unknown, at: string, problems: DefinitionProblems): void {
  const config = isRecord(value) ? value : {};
  const { Mode: mode = 'INLINE', ExecutionType: type } = config;
  const others = Object.keys(config).filter((field) => field !== 'Mode' && field !== 'ExecutionType');
  const isKnown = isRecord(value) && others.length === 0 && (mode === 'INLINE' || mode === 'DISTRIBUTED');
  if (!isKnown) problems.schema('Expected an object with the Mode INLINE or DISTRIBUTED', at);
  else if (mode === 'INLINE' && type !== undefined) {
    problems.schema('ExecutionType is only for the Mode DISTRIBUTED', at);
  } else if (mode === 'DISTRIBUTED' && type === 'EXPRESS') {
    problems.unsupported('The ExecutionType EXPRESS', `${at}/ExecutionType`);
  } else if (mode === 'DISTRIBUTED' && type !== 'STANDARD') {
    problems.schema('Expected one of [EXPRESS, STANDARD]', `${at}/ExecutionType`);
  }
}

/** Returns true for a Map in distributed mode. Some fields are for that mode only. */
function checkMode(
  map: Record<string, unknown>,
  processor: unknown,
  at: string,
  problems: DefinitionProblems,
): boolean {
  const config = isRecord(processor) ? processor['ProcessorConfig'] : undefined;
  if (isRecord(config) && config['Mode'] === 'DISTRIBUTED') return true;
  for (const field of distributedFields) {
    if (map[field] === undefined) continue;
    problems.schema(`The field '${field}' is only for a Map in DISTRIBUTED mode`, `${at}/${field}`);
  }
  return false;
}

/** Checks that every target exists, every state is reached, and the flow can end. */
function checkTransitions(flow: Flow, at: string, problems: DefinitionProblems): void {
  if (!flow.States.has(flow.StartAt)) {
    problems.add('MISSING_TRANSITION_TARGET', `Missing 'StartAt' target: ${flow.StartAt}`, `${at}/StartAt`);
    return;
  }
  const reached = new Set([flow.StartAt]);
  for (const [name, state] of flow.States) {
    for (const [field, target] of listTargets(state)) {
      const place = `${at}/States/${name}/${field}`;
      if (!flow.States.has(target)) {
        const word = field.split('/').at(-1);
        problems.add('MISSING_TRANSITION_TARGET', `Missing '${word}' target: ${target}`, place);
      } else if (target !== name) reached.add(target);
    }
  }
  for (const name of flow.States.keys()) {
    if (!reached.has(name)) {
      const message = `State "${name}" is not reachable.`;
      problems.add('MISSING_TRANSITION_TARGET', message, `${at}/States/${name}`);
    }
  }
  if (![...flow.States.values()].some(canEnd)) {
    problems.add('MISSING_END_STATE', 'No terminal state found', `${at}/States`);
  }
}

/** Lists field and target for each way out of a state. */
function listTargets(state: State): [string, string][] {
  const targets: [string, string][] = [];
  if ('Next' in state && state.Next !== undefined) targets.push(['Next', state.Next]);
  if (state.Type === 'Choice') {
    state.Choices.forEach((rule, index) => targets.push([`Choices[${index}]/Next`, rule.Next]));
    if (state.Default !== undefined) targets.push(['Default', state.Default]);
  }
  if ('Catch' in state) {
    state.Catch?.forEach((catcher, index) => targets.push([`Catch[${index}]/Next`, catcher.Next]));
  }
  return targets;
}

function canEnd(state: State): boolean {
  if (state.Type === 'Succeed' || state.Type === 'Fail') return true;
  return state.Type !== 'Choice' && (state.End ?? false);
}
