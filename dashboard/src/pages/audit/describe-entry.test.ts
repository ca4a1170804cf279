import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeEntry } from './describe-entry.ts'

describe('describeEntry', () => {
  const table: readonly [
    action: string,
    params: Record<string, unknown>,
    detail: Record<string, unknown> | null,
    summary: string,
    details: readonly string[],
  ][] = [
    ['key.create', { account: '1' }, { id: 3, name: 'Shop' }, 'Created the API key Shop', ['ID: 3']],
    [
      'credential.rotate',
      { account: '1', credential: '3' },
      { id: 4, overlapHours: 24 },
      'Replaced credential 3',
      ['ID: 4', 'overlap (hours): 24'],
    ],
    [
      'member.invite',
      { account: '1' },
      { user: 'x', email: 'a@b.c', role: 'owner' },
      'Invited a@b.c with the role Owner',
      [],
    ],
    // A refused request has no details.
    ['contacts.import', { account: '1', book: '2' }, null, 'Imported contacts', ['address book: 2']],
    ['session.begin', {}, { email: null }, 'Signed in', []],
    ['sms.send', {}, { requestId: '9', messages: 1_200 }, 'Sent 1,200 messages', ['request: 9']],
    [
      'account.change',
      {},
      { sendingWindow: { old: null, new: { to: '20:00', from: '08:00' } }, suspended: { new: true, old: false } },
      'Changed the settings of the account',
      ['sending hours: – → 08:00 to 20:00', 'suspended: no → yes'],
    ],
    ['account.change', {}, { suspended: { new: true } }, 'Changed the settings of the account', ['suspended: yes']],
    ['inbound.words', {}, { stop: ['ACHA', 'STOP'] }, 'Changed the reply keywords', ['opt-out keywords: ACHA, STOP']],
    [
      'provider.set',
      { provider: 'one' },
      { settings: { host: 'a', port: 1, tls: null }, health: {} },
      'Set up the provider one',
      ['settings: host a, port 1'],
    ],
    [
      'route.add',
      {},
      { carrier: 'one', stop: false, place: 1 },
      'Added a route to one',
      ['last route: no', 'priority: 1'],
    ],
    // An action that the catalog does not have.
    ['moon.fly_to', { moon: 'Io' }, null, 'moon: fly to', ['moon: Io']],
  ]
  for (const [action, params, detail, summary, details] of table) {
    it(`describes ${action} as “${summary}”`, () =>
      assert.deepEqual(describeEntry({ action, params, detail }), { summary, details }))
  }
})
