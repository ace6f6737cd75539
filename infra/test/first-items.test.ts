import { describe, expect, it } from 'vitest';
import { extraction } from '../../shared/catalogue/systems/extraction-system.ts';
import { listFirstItems, parseFirstTenant } from '../first-items.ts';

const required =
  '--stage staging --tenant northwind --name Northwind --project invoices --workflow carrier-invoices --field supplier --field total=money'.split(
    ' ',
  );
const person = ['--user', 'maya', '--email', 'maya@northwind.example', '--role', 'reviewer'];
const moment = { now: Date.parse('2026-11-20T10:00:00Z'), unit: () => 0.5 };

describe('The first tenant', () => {
  it('has the attributes that the catalogue asks for, in every item', () => {
    const items = listFirstItems(parseFirstTenant([...required, ...person]), moment).flatMap(
      (one) => one.items,
    );
    const kinds = [
      'Tenant',
      'TenantInDirectory',
      'Project',
      'Workflow',
      'WorkflowEvent',
      'User',
      'UserInTenant',
    ];
    expect(items.length).toBe(kinds.length);
    for (const [place, kind] of kinds.entries()) {
      const { attributes } = extraction.entities[kind as keyof typeof extraction.entities];
      const expected = Object.entries(attributes).filter(([, one]) => !('optional' in one) || !one.optional);
      for (const [attribute] of expected) expect(attribute in (items[place] ?? {})).toBe(true);
    }
  });

  it('needs no person, since people may be added later', () => {
    expect(listFirstItems(parseFirstTenant(required), moment).length).toBe(4);
  });

  it('reads fields with what their values are, and takes text otherwise', () => {
    const [workflow] =
      listFirstItems(parseFirstTenant(required), moment).find(({ about }) => about.startsWith('workflow'))
        ?.items ?? [];
    expect(workflow?.['schema']).toEqual({ supplier: 'text', total: 'money' });
  });

  it('is refused with the option that is wrong', () => {
    expect(() => parseFirstTenant(required.slice(0, -4))).toThrow(/--field/);
    expect(() => parseFirstTenant([...required, '--confidence', '0.9', '--review', '0.5'])).toThrow(
      /--confidence/,
    );
    expect(() => parseFirstTenant([...required, '--user', 'maya'])).toThrow(/--email/);
    expect(() => parseFirstTenant([...required, '--tenant', 'a#b'])).toThrow(/--tenant/);
  });
});
