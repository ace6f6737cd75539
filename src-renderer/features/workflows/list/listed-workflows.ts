import type { Project, Workflow } from '#shared/contract/triage/tenants.ts';

export interface ListedWorkflow {
  readonly workflow: Workflow;
  readonly project: Project;
  /** Where a project begins, so that its name stands once. */
  readonly isFirst: boolean;
}

/** Project by project, the one that was changed last first; within it as GSI1 has them, newest first. */
export function listedWorkflows(
  projects: readonly Project[],
  ofProject: ReadonlyMap<string, readonly Workflow[]>,
): readonly ListedWorkflow[] {
  return projects
    .flatMap((project) => {
      const workflows = ofProject.get(project.projectId) ?? [];
      return workflows.length === 0 ? [] : [{ project, workflows }];
    })
    .toSorted((one, other) => lastChange(other.workflows).localeCompare(lastChange(one.workflows)))
    .flatMap(({ project, workflows }) =>
      workflows.map((workflow, place) => ({ workflow, project, isFirst: place === 0 })),
    );
}

/** Read, and found to have none. */
export function emptyProjects(
  projects: readonly Project[],
  ofProject: ReadonlyMap<string, readonly Workflow[]>,
): readonly Project[] {
  return projects.filter(({ projectId }) => ofProject.get(projectId)?.length === 0);
}

function lastChange(workflows: readonly Workflow[]): string {
  return workflows[0]?.updatedAt ?? '';
}
