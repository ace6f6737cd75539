import type { DefinitionProblems } from './definition-problems.ts';
import type { Flow, State } from './state.ts';

/** Every target exists, every state is reached, and the flow can end. */
export function checkTransitions(flow: Flow, at: string, problems: DefinitionProblems): void {
  if (!flow.States.has(flow.StartAt)) {
    problems.add('MISSING_TRANSITION_TARGET', `Missing 'StartAt' target: ${flow.StartAt}`, `${at}/StartAt`);
    return;
  }
  const reached = new Set([flow.StartAt]);
  for (const [name, state] of flow.States) {
    for (const [field, target] of targetsOf(state)) {
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

/** Field and target, for each way out of a state. */
function targetsOf(state: State): [string, string][] {
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
