/** A template asks for something that is not part of this AWS, or contradicts itself. Nothing was made or changed. */
export class TemplateRefused extends Error {
  constructor(stackName: string, where: string, problem: string) {
    super(`Template ${stackName}, ${where}: ${problem}`);
  }
}

/** A resource could not be made. What was made before it stays, and the next deployment goes on from there. */
export class DeploymentStopped extends Error {
  constructor(stackName: string, resource: string, problem: string, cause?: unknown) {
    super(`Stack ${stackName}, ${resource}: ${problem}`, { cause });
  }
}

/** A problem of one value. The code that knows the stack and the resource adds them. */
export class ValueProblem extends Error {}
