import { describe, expect, it } from 'vitest';
import { conventionParts, expectedName, stageIn, suggestStages } from '#main/aws/discovery/conventions.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { connectionSchema } from '#shared/domain/connection.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

const parts = conventionParts(Object.values(catalogue));

describe('the parts of a connection', () => {
  it('are all settings of an entry, and those that an entry cannot name', () => {
    const systems = ['extraction', 'downloads', 'funds', 'hr'] as const;
    const settings = systems.flatMap((system) =>
      Object.keys(connectionSchema.shape[system].unwrap().shape).map((key) => `${system}.${key}`),
    );
    const named = parts.filter(({ isSetting }) => isSetting).map(({ part }) => part);
    expect(named.toSorted()).toEqual(settings.toSorted());
  });

  it('have the names of the convention', () => {
    const { extraction } = namesByConvention('qa');
    const nameOf = (path: string) => {
      const part = parts.find((one) => one.part === path);
      return part === undefined ? undefined : expectedName(part, 'qa');
    };
    for (const [key, name] of Object.entries(extraction)) expect(nameOf(`extraction.${key}`)).toBe(name);
    expect(expectedName({ template: 'a-{stage}' }, null)).toBeNull();
    expect(expectedName({ template: 'a' }, null)).toBe('a');
  });

  it.each([
    ['autowired-documents-dlq-staging', 'queue', 'staging'],
    ['autowired-documents-staging', 'queue', 'staging'],
    ['autowired-qa', 'table', 'qa'],
    ['data-download-jobs', 'table', null],
    ['autowired-', 'table', null],
    ['other', 'queue', null],
  ] as const)('say that %s as a %s is of the stage %s', (name, kind, stage) => {
    expect(stageIn(name, kind, parts)).toBe(stage);
  });

  it('suggest the stage with most names first', () => {
    const names = ['autowired-documents-b', 'autowired-webhooks-b', 'autowired-documents-a'];
    expect(
      suggestStages(
        names.map((name) => ({ name, kind: 'queue' as const })),
        parts,
      ),
    ).toEqual(['b', 'a']);
  });
});
