import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Template {
  readonly name: string;
  readonly text: string;
  readonly resources: Readonly<Record<string, { readonly Type: string }>>;
  /** The names of the values of other stacks that it takes. */
  readonly imports: readonly string[];
  readonly exports: readonly string[];
}

/** Reads the templates in an order in which each finds what it imports. */
export function readTemplates(folder: string): readonly Template[] {
  const waiting = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((file) => readTemplate(folder, file));
  const ordered: Template[] = [];
  while (waiting.length > 0) {
    const known = new Set(ordered.flatMap((one) => one.exports));
    const next = waiting.findIndex(({ imports }) => imports.every((name) => known.has(name)));
    if (next < 0)
      throw new Error(`These stacks wait for each other: ${waiting.map(({ name }) => name).join(', ')}`);
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

function readTemplate(folder: string, file: string): Template {
  const text = readFileSync(join(folder, file), 'utf8');
  const { Resources: resources, Outputs: outputs = {} } = JSON.parse(text) as {
    Resources: Template['resources'];
    Outputs?: Readonly<Record<string, { readonly Export?: { readonly Name: unknown } }>>;
  };
  return {
    name: file.replace('.json', ''),
    text,
    resources,
    imports: [...text.matchAll(/"Fn::ImportValue": ?"([^"]+)"/g)].map(([, name]) => name ?? ''),
    exports: Object.values(outputs).flatMap(({ Export }) => (Export ? [String(Export.Name)] : [])),
  };
}

/** CloudFormation speaks AWS's query protocol, whose answers are XML. */
export class CloudFormation {
  private readonly endpoint: string;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
  }

  async create({ name, text }: Template, parameters: Readonly<Record<string, string>>): Promise<void> {
    await this.ask('CreateStack', {
      StackName: name,
      // The whole of it may be larger than what a request may hold; indentation is a third of it.
      TemplateBody: JSON.stringify(JSON.parse(text)),
      'Capabilities.member.1': 'CAPABILITY_NAMED_IAM',
      'Capabilities.member.2': 'CAPABILITY_AUTO_EXPAND',
      ...listMembers('Parameters', parameters),
    });
    await this.waitFor(name, 'CREATE_COMPLETE');
  }

  async remove(name: string): Promise<void> {
    await this.ask('DeleteStack', { StackName: name });
    await this.waitFor(name, 'DELETE_COMPLETE');
  }

  /** The resources by the id that the template gives them, with their type, physical id and state. */
  async listResources(name: string): Promise<readonly StackResource[]> {
    const xml = await this.ask('DescribeStackResources', { StackName: name });
    return readMembers(xml, 'StackResources').map((member) => ({
      id: readTag(member, 'LogicalResourceId'),
      type: readTag(member, 'ResourceType'),
      physicalId: readTag(member, 'PhysicalResourceId'),
      status: readTag(member, 'ResourceStatus'),
      reason: readTag(member, 'ResourceStatusReason'),
    }));
  }

  private async waitFor(name: string, wanted: string): Promise<void> {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const xml = await this.ask('DescribeStacks', { StackName: name }).catch((error: unknown) => {
        if (wanted === 'DELETE_COMPLETE') return `<StackStatus>${wanted}</StackStatus>`;
        throw error;
      });
      const status = readTag(xml, 'StackStatus');
      if (status === wanted) return;
      if (!status.endsWith('_IN_PROGRESS')) {
        const resources = await this.listResources(name).catch(() => []);
        const failed = resources.filter((one) => one.status.endsWith('FAILED'));
        const why = failed.map(({ id, type, reason }) => `${id} (${type}): ${reason}`).join('; ');
        throw new Error(`${name} is ${status}. ${readTag(xml, 'StackStatusReason')} ${why}`);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 250);
      });
    }
    throw new Error(`${name} is not ${wanted} after 150 seconds`);
  }

  private async ask(action: string, input: Readonly<Record<string, string>>): Promise<string> {
    const answer = await fetch(this.endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        // No signature is checked there, but the service is found by it.
        authorization:
          'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/cloudformation/aws4_request, SignedHeaders=host, Signature=0',
      },
      body: new URLSearchParams({ Action: action, Version: '2010-05-15', ...input }),
    });
    const xml = await answer.text();
    if (!answer.ok)
      throw new Error(`CloudFormation refused ${action}: ${(readTag(xml, 'Message') || xml).slice(0, 600)}`);
    return xml;
  }
}

export interface StackResource {
  readonly id: string;
  readonly type: string;
  readonly physicalId: string;
  readonly status: string;
  readonly reason: string;
}

function listMembers(list: string, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value], index) => [
      [`${list}.member.${index + 1}.ParameterKey`, key],
      [`${list}.member.${index + 1}.ParameterValue`, value],
    ]),
  );
}

function readMembers(xml: string, list: string): readonly string[] {
  const [, inside = ''] = new RegExp(`<${list}>([^]*?)</${list}>`).exec(xml) ?? [];
  return inside.split('</member>').slice(0, -1);
}

function readTag(xml: string, tag: string): string {
  const [, text = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(xml) ?? [];
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
