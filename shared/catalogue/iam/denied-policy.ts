import {
  managedPolicyLimit,
  policySize,
  type PolicyDocument,
  type PolicyStatement,
} from './policy-document.ts';

export interface DeniedAction {
  readonly action: string;
  readonly resource: string;
}

export interface DeniedPolicy {
  /** Null where nothing was denied. */
  readonly document: PolicyDocument | null;
  readonly notes: readonly string[];
}

/** What would allow just what was denied, where it was: actions of one service on the same places are one statement. */
export function deniedPolicy(denied: readonly DeniedAction[]): DeniedPolicy {
  const resourcesOf = new Map<string, Set<string>>();
  for (const { action, resource } of denied) {
    resourcesOf.set(action, (resourcesOf.get(action) ?? new Set()).add(resource));
  }
  const groups = new Map<string, { readonly actions: string[]; readonly resources: readonly string[] }>();
  for (const [action, found] of [...resourcesOf].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const resources = [...found].toSorted();
    const key = JSON.stringify([serviceOf(action), resources]);
    const group = groups.get(key) ?? { actions: [], resources };
    group.actions.push(action);
    groups.set(key, group);
  }
  if (groups.size === 0) return { document: null, notes: [] };
  const taken = new Map<string, number>();
  const Statement = [...groups.values()].map(({ actions, resources }): PolicyStatement => {
    const service = serviceOf(actions[0] ?? '');
    const number = (taken.get(service) ?? 0) + 1;
    taken.set(service, number);
    return { Sid: sidOf(service, number), Effect: 'Allow', Action: actions, Resource: resources };
  });
  const document: PolicyDocument = { Version: '2012-10-17', Statement };
  return { document, notes: aboutSize(policySize(document)) };
}

function aboutSize(size: number): readonly string[] {
  if (size <= managedPolicyLimit) return [];
  return [
    `The policy has ${size} characters, and IAM takes ${managedPolicyLimit} in a managed policy: make ${Math.ceil(size / managedPolicyLimit) + 1} of it, some statements in each, or put it into the role itself, which takes 10,240.`,
  ];
}

function serviceOf(action: string): string {
  return action.slice(0, Math.max(0, action.indexOf(':')));
}

/** Letters and digits only: AllowDynamodb, AllowDynamodb2. */
function sidOf(service: string, number: number): string {
  const word = service.replaceAll(/[^a-z0-9]/gi, '');
  return `Allow${word.slice(0, 1).toUpperCase()}${word.slice(1)}${number === 1 ? '' : number}`;
}
