import assert from 'node:assert/strict'
import { describe as group, it } from 'node:test'
import { describe } from './words.ts'

group('An entry of the audit log in words', () => {
  const table: readonly [
    action: string,
    params: Record<string, unknown>,
    detail: Record<string, unknown> | null,
    what: string,
    more: readonly string[],
  ][] = [
    ['key.create', { account: '1' }, { id: 3, name: 'Shop' }, 'Created the API key Shop', ['no. 3']],
    [
      'credential.rotate',
      { account: '1', credential: '3' },
      { id: 4, overlapHours: 24 },
      'Replaced key or token no. 3',
      ['no. 4', 'overlap hours: 24'],
    ],
    ['member.invite', { account: '1' }, { user: 'x', email: 'a@b.c', role: 'owner' }, 'Invited a@b.c as owner', []],
    // Refused before it knew more.
    ['contacts.import', { account: '1', book: '2' }, null, 'Imported contacts', ['book: 2']],
    ['session.begin', {}, { email: null }, 'Signed in', []],
    [
      'account.sending_window',
      {},
      { window: { to: '20:00', from: '08:00' } },
      'Set the sending hours',
      ['window: 08:00 to 20:00'],
    ],
    ['inbound.words', {}, { stop: ['ACHA', 'STOP'] }, 'Changed the STOP, START and HELP words', ['stop: ACHA, STOP']],
    [
      'carrier.set',
      { carrier: 'one' },
      { settings: { host: 'a', port: 1, tls: null } },
      'Set up the carrier one',
      ['settings: host a, port 1'],
    ],
    // What is newer than the table.
    ['moon.fly_to', { moon: 'Io' }, null, 'moon: fly to', ['moon: Io']],
  ]
  for (const [action, params, detail, what, more] of table) {
    it(`says of ${action} “${what}”`, () => assert.deepEqual(describe({ action, params, detail }), { what, more }))
  }
})
